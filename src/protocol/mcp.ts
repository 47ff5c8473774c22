import * as z from '../base/schema';
import { jsonObject } from './controlSchemas';
import { lenient, text } from './lenient';

const id = z.union([z.string(), z.number()]);

/**
 * Message from the client of an MCP server (JSON-RPC 2.0): a request has id and method, a
 * notification only a method, an answer to the server's request only an id. The CLI's first id is
 * 0.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic
 */
export const clientMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(id),
  method: z.optional(z.string()),
  params: lenient(jsonObject),
  /** Set in answers. */
  result: lenient(jsonObject),
});
export type RequestId = z.infer<typeof id>;

/** Answer of a server to a request of ours. */
export const serverAnswer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: lenient(id),
  result: lenient(jsonObject),
  error: lenient(z.looseObject({ message: text })),
});

/** Result of `tools/call`, with the kinds of content that our tools have. */
export const toolResult = z.looseObject({
  content: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
    ]),
  ),
  isError: z.optional(z.boolean()),
});

export const initializeParams = z.looseObject({
  protocolVersion: text,
  clientInfo: lenient(z.looseObject({ name: text, version: text })),
});

export const callParams = z.looseObject({
  name: z.string(),
  arguments: z.optional(jsonObject),
  /** The CLI names the call here if it is the model's. */
  _meta: lenient(z.looseObject({ 'claudecode/toolUseId': text })),
});

export const cancelledParams = z.looseObject({ requestId: id });

/** Supported protocol versions, newest last. */
export const protocolVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** JSON-RPC error codes; see https://www.jsonrpc.org/specification#error_object. */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

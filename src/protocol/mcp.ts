import * as z from 'zod/mini';
import { jsonObject } from './controlSchemas';
import { lenient, text } from './lenient';

const id = z.union([z.string(), z.number()]);

/**
 * What the client of an MCP server sends (JSON-RPC 2.0): a request has id and method, a notification
 * only a method, an answer to a request of the server only an id. The first id of the CLI is 0.
 */
export const clientMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(id),
  method: z.optional(z.string()),
  params: lenient(jsonObject),
  /** Of an answer. */
  result: lenient(jsonObject),
});
export type RequestId = z.infer<typeof id>;

export const initializeParams = z.looseObject({
  protocolVersion: text,
  clientInfo: lenient(z.looseObject({ name: text, version: text })),
});

export const callParams = z.looseObject({
  name: z.string(),
  arguments: z.optional(jsonObject),
  /** The CLI names the call here when it is the model's. */
  _meta: lenient(z.looseObject({ 'claudecode/toolUseId': text })),
});

export const cancelledParams = z.looseObject({ requestId: id });

/** The versions of the protocol that are spoken here, the newest last. */
export const protocolVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** Codes of JSON-RPC. */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

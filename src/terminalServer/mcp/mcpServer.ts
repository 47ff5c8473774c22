import type { Disposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import {
  callParams,
  cancelledParams,
  clientMessage,
  initializeParams,
  protocolVersions,
  type RequestId,
  rpcErrors,
} from '../../protocol/mcp';
import { failure, type McpTool, type ToolResult } from './tool';

export interface McpServerOptions {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  /** Instructions for the model. */
  readonly instructions?: string;
  /** Returns the offered tools; called for each request, as they may change. */
  tools(): readonly McpTool[];
  /** Receives the client's description of itself. */
  onInitialize?(client: ClientInfo): void;
  /** Receives the client's result for a request of ours; undefined if it refuses. */
  onAnswer?(id: RequestId, result: JsonObject | undefined): void;
  /** Receives notifications in addition to those that the protocol itself needs. */
  onNotification?(method: string, params: JsonObject): void;
  readonly log: Log;
}

export type ClientInfo = NonNullable<z.infer<typeof initializeParams>['clientInfo']>;

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** MCP server for one client, independent of the transport: a socket, or the agent's own wire. */
export class McpServer implements Disposable {
  private readonly running = new Map<RequestId, AbortController>();

  constructor(private readonly options: McpServerOptions) {}

  /**
   * @param message one parsed JSON value
   * @param signal aborts when nobody waits for the answer
   * @returns the answer; undefined for a notification, a response, or a cancelled call
   */
  async handle(message: unknown, signal?: AbortSignal): Promise<JsonObject | undefined> {
    const parsed = z.safeParse(clientMessage, message);
    if (!parsed.success) {
      return failed(null, rpcErrors.invalidRequest, 'This is not a JSON-RPC 2.0 message.');
    }
    const { id, method, params = {}, result } = parsed.data;
    if (method === undefined) {
      if (id === undefined) {
        return failed(null, rpcErrors.invalidRequest, 'A message has a method or an id.');
      }
      this.options.onAnswer?.(id, result);
      return undefined;
    }
    if (id === undefined) {
      this.notified(method, params);
      return undefined;
    }
    return this.answer(id, method, params, signal);
  }

  /** Aborts the running calls, as the client is gone. */
  dispose(): void {
    for (const call of this.running.values()) {
      call.abort();
    }
    this.running.clear();
  }

  private async answer(
    id: RequestId,
    method: string,
    params: JsonObject,
    signal: AbortSignal | undefined,
  ): Promise<JsonObject | undefined> {
    if (this.running.has(id)) {
      return failed(id, rpcErrors.invalidRequest, 'A request with this id is still running.');
    }
    const call = new AbortController();
    const abort = () => call.abort();
    signal?.addEventListener('abort', abort);
    this.running.set(id, call);
    try {
      const result = await this.dispatch(method, params, call.signal);
      return call.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      const code = error instanceof RpcError ? error.code : rpcErrors.internal;
      return call.signal.aborted ? undefined : failed(id, code, messageOf(error));
    } finally {
      signal?.removeEventListener('abort', abort);
      this.running.delete(id);
    }
  }

  private async dispatch(method: string, params: JsonObject, signal: AbortSignal) {
    switch (method) {
      case 'initialize':
        return this.initialize(params);
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: this.options.tools().map(described) };
      case 'tools/call':
        return this.call(params, signal);
      default:
        throw new RpcError(rpcErrors.methodNotFound, `"${method}" is not known.`);
    }
  }

  private initialize(params: JsonObject) {
    const { name, title, version, instructions } = this.options;
    const { protocolVersion: asked, clientInfo = {} } = z.parse(initializeParams, params);
    this.options.onInitialize?.(clientInfo);
    return {
      protocolVersion: protocolVersions.find(one => one === asked) ?? protocolVersions.at(-1),
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name, ...(title ? { title } : {}), version },
      ...(instructions ? { instructions } : {}),
    };
  }

  private async call(params: JsonObject, signal: AbortSignal): Promise<ToolResult> {
    const parsed = z.safeParse(callParams, params);
    if (!parsed.success) {
      throw new RpcError(rpcErrors.invalidParams, 'A call has the name of a tool.');
    }
    const { name, arguments: input = {}, _meta } = parsed.data;
    const tool = this.options.tools().find(one => one.name === name);
    if (!tool) {
      throw new RpcError(rpcErrors.invalidParams, `There is no tool "${name}".`);
    }
    const toolUseId = _meta?.['claudecode/toolUseId'];
    try {
      return await tool.run(input, { signal, ...(toolUseId ? { toolUseId } : {}) });
    } catch (error) {
      if (!(error instanceof UserError) && !signal.aborted) {
        this.options.log.warn(`${name} failed`, { error: messageOf(error) });
      }
      return failure(messageOf(error));
    }
  }

  private notified(method: string, params: JsonObject): void {
    if (method === 'notifications/cancelled') {
      const parsed = z.safeParse(cancelledParams, params);
      if (parsed.success) {
        this.running.get(parsed.data.requestId)?.abort();
      }
      return;
    }
    this.options.onNotification?.(method, params);
  }
}

function described({ name, title, description, inputSchema, hints, meta }: McpTool): JsonObject {
  return {
    name,
    ...(title ? { title } : {}),
    description,
    inputSchema: inputSchema(),
    ...(hints ? { annotations: hints } : {}),
    ...(meta ? { _meta: meta } : {}),
  };
}

function failed(id: RequestId | null, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

import { randomUUID } from 'node:crypto';
import { isObject } from '../../base/json';
import type { PromptId } from '../../contract/ids';
import type { AgentHost } from '../../protocol/agentSource';
import { toElicitation } from '../translate/asks/toElicitation';
import { RpcError, rpcCodes } from '../wire/rpcError';
import type { FileRequests } from './fileRequests';
import { ofSession, parsed } from './params';
import type { PermissionRequests } from './permissionRequests';
import type { TerminalRequests } from './terminalRequests';

interface ClientRequestOptions {
  readonly host: Pick<AgentHost, 'elicit'>;
  readonly permissions: PermissionRequests;
  readonly files: FileRequests;
  readonly terminals: TerminalRequests;
  /** Agent's name for users. */
  readonly title: string;
  /**
   * Finds out whose session it is: `own`, that of a subagent, or unknown.
   */
  ownerOf(sessionId: string): 'own' | 'child' | 'unknown';
  /** True from the moment at which the user stops a turn until it has ended. */
  isStopping(): boolean;
  /** Called with a method that is unknown here. */
  onUnknown(method: string): void;
}

/** Answers the requests of an agent, each checked against its schema and the session. */
export class ClientRequests {
  /** Requests that end when the user stops the turn. */
  private readonly open = new Set<AbortController>();

  constructor(private readonly options: ClientRequestOptions) {}

  /** @throws RpcError */
  async answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { files, terminals } = this.options;
    switch (method) {
      case 'session/request_permission':
        return this.permission(params, signal);
      case 'fs/read_text_file':
        this.requireSession(params);
        return files.read(params);
      case 'fs/write_text_file':
        this.requireSession(params);
        this.requireRunning();
        return this.untilStopped(signal, stopped => files.write(params, stopped));
      case 'terminal/create':
        this.requireSession(params);
        this.requireRunning();
        return terminals.create(params);
      case 'terminal/output':
        this.requireSession(params);
        return terminals.output(params);
      case 'terminal/wait_for_exit':
        this.requireSession(params);
        return terminals.waitForExit(params, signal);
      case 'terminal/kill':
        this.requireSession(params);
        return terminals.kill(params);
      case 'terminal/release':
        this.requireSession(params);
        return terminals.release(params);
      case 'elicitation/create':
        return this.elicit(params, signal);
      default:
        this.options.onUnknown(method);
        throw new RpcError(rpcCodes.methodNotFound, `"Method not found": ${method}`, { method });
    }
  }

  /** Withdraws everything that waits for the user: they stopped the turn, or the agent is gone. */
  cancelAll(): void {
    this.options.permissions.cancelAll();
    for (const controller of this.open) {
      controller.abort();
    }
  }

  private permission(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { sessionId } = parsed(ofSession, params);
    const isChild = this.requireSession(params) === 'child';
    if (this.options.isStopping()) {
      return Promise.resolve({ outcome: { outcome: 'cancelled' } });
    }
    return this.options.permissions.ask(params, signal, isChild ? sessionId : undefined);
  }

  private async elicit(params: unknown, signal: AbortSignal): Promise<unknown> {
    if (isObject(params) && params.sessionId !== undefined && params.sessionId !== null) {
      this.requireSession(params);
    }
    const { host, title } = this.options;
    const request = toElicitation(params, randomUUID() as string as PromptId, title);
    if (!request) {
      throw new RpcError(rpcCodes.invalidParams, 'Invalid params: mode must be form or url');
    }
    if (this.options.isStopping()) {
      return { action: 'cancel' };
    }
    return this.untilStopped(signal, async stopped => ({
      ...(await host.elicit(request, stopped)),
    }));
  }

  /** Gives a task a signal that also aborts when the user stops the turn. */
  private async untilStopped<T>(
    signal: AbortSignal,
    task: (stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    this.open.add(controller);
    try {
      return await task(AbortSignal.any([signal, controller.signal]));
    } finally {
      this.open.delete(controller);
    }
  }

  /** @throws RpcError if the user has just stopped the turn: nothing new begins in it */
  private requireRunning(): void {
    if (this.options.isStopping()) {
      throw new RpcError(rpcCodes.cancelled, 'The user has stopped the turn.');
    }
  }

  /** @throws RpcError if the request is about another session than the one of this process */
  private requireSession(params: unknown): 'own' | 'child' {
    const { sessionId } = parsed(ofSession, params);
    const owner = this.options.ownerOf(sessionId);
    if (owner === 'unknown') {
      throw new RpcError(rpcCodes.notFound, 'Resource not found', { sessionId });
    }
    return owner;
  }
}

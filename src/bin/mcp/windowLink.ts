import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import * as z from '../../base/schema';
import { protocolVersions, toolResult } from '../../protocol/mcp';
import type { ClientInfo } from '../../terminalServer/mcp/mcpServer';
import type { ToolResult } from '../../terminalServer/mcp/tool';
import { CallTurns, cancelled } from './callTurns';
import { chooseWindow, type OpenWindow } from './findWindow';
import { patience, unreachable, WindowConnection } from './windowConnection';

/** Milliseconds for which a window that was connected may be gone: a reload takes a few seconds. */
const reloadTime = 20_000;
const betweenLooks = 300;

interface WindowLinkOptions {
  /** Working folder of the agent. */
  readonly folder: string;
  windows(): Promise<readonly OpenWindow[]>;
  readonly clock: Clock;
}

/** Way to the tools of the window that has a folder open. It survives reloads of the window. */
export class WindowLink implements Disposable {
  /** Description of the agent, by itself. */
  client: ClientInfo = {};
  private opening: Promise<WindowConnection> | undefined;
  private hadWindow = false;
  private isDisposed = false;
  private readonly turns: CallTurns;

  constructor(private readonly options: WindowLinkOptions) {
    this.turns = new CallTurns(options.clock);
  }

  /** @throws UserError `ide.*` with what to do if the window cannot be reached */
  call(name: string, input: JsonObject, signal: AbortSignal): Promise<ToolResult> {
    return this.turns.take(signal, () => this.callNow(name, input, signal));
  }

  private async callNow(name: string, input: JsonObject, signal: AbortSignal): Promise<ToolResult> {
    this.opening ??= this.open().catch((error: unknown) => {
      // The next call tries again.
      this.opening = undefined;
      throw error;
    });
    const connection = await unlessAborted(this.opening, signal);
    const answer = await connection.request('tools/call', { name, arguments: input }, signal);
    const { success, data } = z.safeParse(toolResult, answer);
    if (!success) {
      throw new UserError('ide.refused', 'The answer of the window could not be read.');
    }
    const { content, isError } = data;
    return { content, ...(isError ? { isError } : {}) };
  }

  dispose(): void {
    this.isDisposed = true;
    void this.opening?.then(
      connection => connection.dispose(),
      () => undefined,
    );
    this.opening = undefined;
  }

  /** Waits for a window only if there was one. */
  private async open(): Promise<WindowConnection> {
    const { clock } = this.options;
    const end = clock.now() + (this.hadWindow ? reloadTime : 0);
    for (;;) {
      try {
        return await this.connect();
      } catch (error) {
        if (clock.now() >= end || this.isDisposed) {
          throw error;
        }
        await delay(betweenLooks);
      }
    }
  }

  private async connect(): Promise<WindowConnection> {
    const { windows, folder } = this.options;
    const window = await chooseWindow(await windows(), folder);
    let isReady = false;
    const connection = await WindowConnection.open(window, folder, () => {
      // Before, `open` may try again, and calls that come meanwhile wait for it.
      if (isReady) {
        this.opening = undefined;
      }
    });
    try {
      await connection.request(
        'initialize',
        {
          protocolVersion: protocolVersions.at(-1),
          ...{ capabilities: {}, clientInfo: this.client },
        },
        AbortSignal.timeout(patience),
      );
    } catch (error) {
      connection.dispose();
      throw error instanceof UserError && error.code !== 'ide.refused'
        ? error
        : unreachable(window.port, 'it does not answer');
    }
    isReady = true;
    connection.tell('notifications/initialized');
    this.hadWindow = true;
    return connection;
  }
}

/** @throws UserError `ide.refused`, and what the promise rejects with */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const ending = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const options = { once: true, signal: ending.signal };
    signal.addEventListener('abort', () => reject(cancelled()), options);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    ending.abort();
  }
}

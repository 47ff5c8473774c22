import { type IncomingMessage, request } from 'node:http';
import type { Clock } from '../../../src/base/clock';
import { type Log, silentLog } from '../../../src/base/log';
import { type BridgeAccess, BridgeServer } from '../../../src/host/acp/bridge/bridgeServer';
import { systemClock } from '../../../src/node/systemClock';
import { McpServer } from '../../../src/terminalServer/mcp/mcpServer';
import { type McpTool, textResult } from '../../../src/terminalServer/mcp/tool';

export interface BridgeBed {
  readonly server: BridgeServer;
  readonly access: BridgeAccess;
  /** Signals of the calls of the tool `wait`, in their order. */
  readonly waits: AbortSignal[];
  /** Ends the calls of `wait`. */
  goOn(): void;
  close(): void;
}

/** Starts a bridge with the tools `echo` and `wait`. */
export async function bridgeBed(
  clock: Clock = systemClock,
  log: Log = silentLog,
): Promise<BridgeBed> {
  const server = await BridgeServer.start(clock, log);
  const waits: AbortSignal[] = [];
  const waiting = new Set<() => void>();
  const tool = (name: string, run: McpTool['run']): McpTool => ({
    ...{ name, description: name, inputSchema: () => ({ type: 'object' }), run },
  });
  const tools = [
    tool('echo', async input => textResult(String(input.text))),
    tool('wait', async (_input, { signal }) => {
      waits.push(signal);
      await new Promise<void>(resolve => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => resolve());
      });
      return textResult('went on');
    }),
  ];
  const connect = () => new McpServer({ name: 'tandem', version: '1', tools: () => tools, log });
  return {
    ...{ server, access: server.admit(connect), waits },
    goOn: () => {
      for (const resolve of waiting) {
        resolve();
      }
    },
    close: () => server.dispose(),
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends one request to a bridge. */
export function send(
  { url, token }: Pick<BridgeAccess, 'url' | 'token'>,
  body: unknown,
  { method = 'POST', path = '/mcp', headers = {} }: SendOptions = {},
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const all = Object.entries({ ...given, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const target = new URL(path, url);
    const options = { method, headers: Object.fromEntries(all) as Record<string, string> };
    const sent = request(target, options, answer => {
      let received = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        received += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: received }),
      );
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? text : undefined);
  });
}

interface SendOptions {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../base/clock';
import { isObject, type JsonObject } from '../../base/json';
import { silentLog } from '../../base/log';
import { LineSplitter } from '../../node/lineSplitter';
import { rpcErrors } from '../../protocol/mcp';
import { McpServer } from '../../terminalServer/mcp/mcpServer';
import type { McpTool } from '../../terminalServer/mcp/tool';
import type { WindowLink } from './windowLink';

/** Bytes of one message, as the window limits them. */
const largest = 16 << 20;

/** Milliseconds for calls that are under way when the agent has closed its end. */
const leave = 5_000;

/** Tool as the extension's manifest describes it. */
export interface ListedTool extends Pick<McpTool, 'name' | 'description' | 'hints'> {
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
}

interface ServeOptions {
  readonly version: string;
  readonly tools: readonly ListedTool[];
  readonly link: Pick<WindowLink, 'call' | 'client'>;
  readonly input: Readable;
  readonly output: Writable;
  readonly clock: Pick<Clock, 'setTimeout'>;
}

/**
 * Serves one agent until its input ends and all answers are out. Calls that take longer than a
 * moment are cancelled then: nobody waits for them. The list of tools needs no window: agents ask
 * for it once, when they start.
 */
export async function serve({
  version,
  tools,
  link,
  input,
  output,
  clock,
}: ServeOptions): Promise<void> {
  const server = new McpServer({
    ...{ name: 'tandem', title: 'Tandem', version },
    instructions:
      'Tools of the VS Code window in which the user has this project open: they see unsaved text and what language servers know.',
    tools: () =>
      tools.map(tool => ({
        ...tool,
        inputSchema: () => tool.inputSchema,
        run: (given, { signal }) => link.call(tool.name, given, signal),
      })),
    onInitialize: client => {
      link.client = client;
    },
    log: silentLog,
  });
  const send = (message: JsonObject) => output.write(`${JSON.stringify(message)}\n`);
  const running = new Set<Promise<void>>();
  const receive = (line: string) => {
    if (line.trim() === '') {
      return;
    }
    const answering = answer(server, line).then(message => {
      running.delete(answering);
      if (message) {
        send(message);
      }
    });
    running.add(answering);
  };
  const splitter = new LineSplitter({
    onLine: receive,
    onOverlong: () => send(failed(rpcErrors.invalidRequest, 'A message has more than 16 MB.')),
    limit: largest,
  });
  for await (const chunk of input) {
    splitter.push(chunk);
    if (output.writableLength > largest) {
      // The agent does not read: it gets no more until it does.
      await once(output, 'drain');
    }
  }
  receive(splitter.end() ?? '');
  const leaving = clock.setTimeout(() => server.dispose(), leave);
  await Promise.all(running);
  leaving.dispose();
  server.dispose();
}

async function answer(server: McpServer, line: string): Promise<JsonObject | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return failed(rpcErrors.parse, 'This is not JSON.');
  }
  return server.handle(isObject(message) ? message : undefined);
}

function failed(code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

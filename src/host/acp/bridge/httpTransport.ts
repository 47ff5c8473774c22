import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../base/clock';
import { isObject, type JsonObject } from '../../../base/json';
import type { InProcessMcpServer } from '../../../cli/control/mcpServers';
import { rpcErrors } from '../../../protocol/mcp';
import type { BridgeSessions } from './bridgeSessions';

/** Bytes of the largest request. */
const largestBody = 8 * 1024 * 1024;
/** Milliseconds until a slow answer becomes a stream, and between the signs of life in it. */
const patience = 15_000;
const sessionHeader = 'mcp-session-id';

interface Exchange {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly sessions: BridgeSessions;
  readonly clock: Clock;
}

/** Answers one admitted request of MCP's streamable HTTP transport. */
export async function answerRequest(exchange: Exchange): Promise<void> {
  const { request, answer, sessions } = exchange;
  const id = String(request.headers[sessionHeader] ?? '');
  switch (request.method) {
    case 'POST':
      return post(exchange, id);
    case 'DELETE':
      return finish(answer, sessions.end(id) ? 200 : 404);
    default:
      // The server has nothing to say by itself, so there is no stream to listen to.
      answer.setHeader('allow', 'POST, DELETE');
      return finish(answer, 405);
  }
}

async function post(exchange: Exchange, id: string): Promise<void> {
  const { request, answer, sessions } = exchange;
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return finish(answer, 415);
  }
  const body = await bodyOf(request);
  if (body === undefined) {
    answer.shouldKeepAlive = false;
    return finish(answer, 413);
  }
  const message = parsed(body);
  if (message === undefined) {
    const error = { code: rpcErrors.parse, message: 'This is not JSON.' };
    return finish(answer, 400, { jsonrpc: '2.0', id: null, error });
  }
  const isFirst = isObject(message) && message.method === 'initialize';
  const opened = isFirst ? sessions.open() : undefined;
  const server = isFirst ? opened?.server : sessions.find(id);
  if (!server) {
    return finish(answer, id === '' && !isFirst ? 400 : 404);
  }
  if (opened) {
    answer.setHeader(sessionHeader, opened.id);
  }
  return pass(exchange, server, message);
}

/** Hands a message, or a batch of an earlier protocol version, to the server of the session. */
async function pass(
  { request, answer, clock }: Exchange,
  server: InProcessMcpServer,
  message: unknown,
): Promise<void> {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  const all = Array.isArray(message) ? message : [message];
  const answers = Promise.all(all.map(one => server.handle(one, gone.signal)));
  const mayStream = /\btext\/event-stream\b/.test(request.headers.accept ?? '');
  const stream = mayStream ? streamWhenSlow(answer, clock) : undefined;
  try {
    const found = (await answers).filter(one => one !== undefined);
    const [first] = found;
    if (answer.destroyed) {
      return;
    }
    if (answer.headersSent) {
      answer.end(found.map(one => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join(''));
    } else if (first === undefined) {
      finish(answer, 202);
    } else {
      finish(answer, 200, Array.isArray(message) ? found : first);
    }
  } finally {
    stream?.dispose();
  }
}

/** Sends the head of a stream, and signs of life: clients give up on an answer that never begins. */
function streamWhenSlow(answer: ServerResponse, clock: Clock) {
  const beat = () => {
    if (!answer.headersSent) {
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    }
    answer.write(': still working\n\n');
    timer = clock.setTimeout(beat, patience);
  };
  let timer = clock.setTimeout(beat, patience);
  return { dispose: () => timer.dispose() };
}

function finish(
  answer: ServerResponse,
  status: number,
  content?: JsonObject | readonly JsonObject[],
): void {
  const text = content === undefined ? '' : JSON.stringify(content);
  answer.writeHead(status, {
    ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(text),
  });
  answer.end(text);
}

/** @returns undefined if the body is too large */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > largestBody) {
      return undefined;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { ServerResponse } from 'node:http';
import type { ModelRequest } from './modelRequest';
import type {
  Block,
  Control,
  Ending,
  Failure,
  Part,
  Piece,
  StopReason,
  Usage,
  Verdict,
} from './reply';

/** Thrown inside an answer when the client disconnected or the script cut the connection. */
export class AnswerEnded extends Error {}

/** Server functions that an answer uses. */
export interface AnswerContext {
  request: ModelRequest;
  response: ServerResponse;
  messageId: string;
  nextToolId: () => string;
  /** Receives the tokens that the answer has reported so far, whenever they grow. */
  report: (tokens: Required<Usage>) => void;
  /** Milliseconds between two deltas, 0 in tests. */
  pace: number;
  /** Resolves when the gate is open; rejects with AnswerEnded when the client disconnects. */
  passGate: (name: string) => Promise<void>;
  /** Waits in real time; rejects with AnswerEnded when the client disconnects. */
  wait: (ms: number) => Promise<void>;
}

export function sendFailure(response: ServerResponse, failure: Failure): void {
  response.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers });
  const { type, message, body } = failure;
  response.end(body ?? JSON.stringify({ type: 'error', error: { type, message } }));
}

/** Streams the parts as server-sent events, including the message's start and end events. */
export async function streamMessage(parts: readonly Part[], context: AnswerContext): Promise<void> {
  const { response, request } = context;
  const endings = parts.filter(part => part.kind === 'ending');
  const tokens = reportedUsage(parts, endings, request);
  const called: string[] = [];
  let index = 0;
  let started = false;
  const send = (event: { type: string } & Record<string, unknown>) => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const start = () => {
    if (started) return;
    started = true;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const usage = { ...tokens, output_tokens: 1 };
    send({ type: 'message_start', message: { ...emptyMessage(context), usage } });
    context.report(usage);
  };
  const perform = async (control: Control): Promise<void> => {
    switch (control.kind) {
      case 'gate':
        return context.passGate(control.name);
      case 'pause':
        return context.wait(control.beats * context.pace);
      case 'ping':
        start();
        return send({ type: 'ping' });
      case 'cut':
        return destroyAfterFlush(response);
      case 'stream_error':
        start();
        send({ type: 'error', error: { type: control.type, message: control.message } });
        response.end();
        throw new AnswerEnded();
    }
  };
  const sendBlock = async (block: Block): Promise<void> => {
    start();
    const content = blockStart(block, context);
    if (block.kind === 'tool_use') called.push((content as { id: string }).id);
    send({ type: 'content_block_start', index, content_block: content });
    for (const piece of blockPieces(block)) {
      if (typeof piece !== 'string') {
        await perform(piece);
        continue;
      }
      send({ type: 'content_block_delta', index, delta: blockDelta(block, piece) });
      await context.wait(context.pace);
    }
    if (block.kind === 'thinking') {
      const delta = { type: 'signature_delta', signature: block.signature };
      send({ type: 'content_block_delta', index, delta });
    }
    send({ type: 'content_block_stop', index });
    index += 1;
  };

  for (const part of parts) {
    if (isBlock(part)) await sendBlock(part);
    else if (part.kind !== 'ending') await perform(part);
  }
  start();
  const delta = {
    stop_reason: stopReason(parts, endings),
    stop_sequence: null,
    ...safeguardResults(endings.find(ending => ending.verdict)?.verdict, called),
  };
  send({ type: 'message_delta', delta, usage: { output_tokens: tokens.output_tokens } });
  context.report(tokens);
  send({ type: 'message_stop' });
  response.end();
}

/** Answers a request without `stream`: the same parts as one JSON message. */
export async function sendMessage(parts: readonly Part[], context: AnswerContext): Promise<void> {
  const { response, request } = context;
  const endings = parts.filter(part => part.kind === 'ending');
  const content: unknown[] = [];
  for (const part of parts.flatMap(withInnerControls)) {
    if (isBlock(part)) content.push(wholeBlock(part, context));
    else if (part.kind === 'gate') await context.passGate(part.name);
    else if (part.kind === 'cut') await destroyAfterFlush(response);
    else if (part.kind === 'stream_error') {
      sendFailure(response, { ...part, kind: 'failure', status: 529, headers: {} });
      throw new AnswerEnded();
    }
  }
  const usage = reportedUsage(parts, endings, request);
  const stop_reason = stopReason(parts, endings);
  const message = { ...emptyMessage(context), content, stop_reason, usage };
  context.report(usage);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(message));
}

function emptyMessage({ messageId, request }: AnswerContext): Record<string, unknown> {
  return {
    id: messageId,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

/** Cuts the connection after flushing all output, so that the client has received it. */
async function destroyAfterFlush(response: ServerResponse): Promise<never> {
  if (response.headersSent) await new Promise(done => response.write('\n', done));
  response.socket?.destroy();
  throw new AnswerEnded();
}

function isBlock(part: Part): part is Block {
  return ['text', 'thinking', 'redacted_thinking', 'tool_use', 'raw'].includes(part.kind);
}

function withInnerControls(part: Part): Part[] {
  const pieces = 'pieces' in part ? (part.pieces ?? []) : [];
  return [part, ...pieces.filter(piece => typeof piece !== 'string')];
}

function blockStart(block: Block, context: AnswerContext): unknown {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'tool_use':
      return { ...toolCall(block, context), input: {} };
    case 'redacted_thinking':
    case 'raw':
      return wholeBlock(block, context);
  }
}

function wholeBlock(block: Block, context: AnswerContext): unknown {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: joined(block.pieces) };
    case 'thinking':
      return { type: 'thinking', thinking: joined(block.pieces), signature: block.signature };
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: block.data };
    case 'tool_use':
      return { ...toolCall(block, context), input: block.input };
    case 'raw':
      return block.block;
  }
}

function toolCall(block: Block & { kind: 'tool_use' }, context: AnswerContext): object {
  return { type: 'tool_use', id: block.id ?? context.nextToolId(), name: block.name };
}

function blockDelta(block: Block, piece: string): unknown {
  if (block.kind === 'thinking') return { type: 'thinking_delta', thinking: piece };
  if (block.kind === 'tool_use') return { type: 'input_json_delta', partial_json: piece };
  return { type: 'text_delta', text: piece };
}

function blockPieces(block: Block): readonly Piece[] {
  switch (block.kind) {
    case 'text':
    case 'thinking': {
      const [only] = block.pieces;
      return block.pieces.length === 1 && typeof only === 'string' ? words(only) : block.pieces;
    }
    case 'tool_use':
      return block.pieces ?? ['', ...awkwardPieces(JSON.stringify(block.input))];
    case 'redacted_thinking':
    case 'raw':
      return [];
  }
}

/** Splits text into deltas of a few words, as a model does, so that markup is cut anywhere. */
function words(value: string): string[] {
  return value.match(/\s*\S+\s+\S{1,9}|\s*\S{1,14}|\s+/gu) ?? [];
}

/** Cuts JSON inside keys, escapes and numbers, but never inside a code point. */
function awkwardPieces(json: string): string[] {
  const points = Array.from(json);
  const sizes = [1, 6, 2, 17, 3, 29, 5];
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < points.length; turn += 1) {
    // Limits the number of events for long inputs: a 30 KB file must not become 3000 deltas.
    const size = (sizes[turn % sizes.length] ?? 1) * Math.ceil(points.length / 2000);
    pieces.push(points.slice(at, at + size).join(''));
    at += size;
  }
  return pieces;
}

function joined(pieces: readonly Piece[]): string {
  return pieces.filter(piece => typeof piece === 'string').join('');
}

function stopReason(parts: readonly Part[], endings: readonly Ending[]): StopReason {
  const scripted = endings.findLast(ending => ending.stopReason)?.stopReason;
  return scripted ?? (parts.some(part => part.kind === 'tool_use') ? 'tool_use' : 'end_turn');
}

/** Returns the field in which the server answers the `safeguards` of a request. */
function safeguardResults(outcome: Verdict | undefined, called: readonly string[]): object {
  if (outcome === undefined) return {};
  const judgedTools = called.map(id => [id, { type: 'evaluated', outcome }] as const);
  const status = { type: 'available', tool_uses: Object.fromEntries(judgedTools) };
  return { safeguard_results: [{ type: 'dangerous_tool_use', status }] };
}

/** Milliseconds that a subagent took, which the CLI writes into the next request. */
const durations = /duration_ms: \d+/g;

/**
 * Returns the scripted usage, else an estimate: four characters per token, all but the end cached.
 * The digits of durations do not count: a slow machine would make a conversation dearer.
 */
function reportedUsage(
  parts: readonly Part[],
  endings: readonly Ending[],
  request: ModelRequest,
): Required<Usage> {
  const sent = JSON.stringify(request.body).replace(durations, '').length;
  const answered = JSON.stringify(parts).length;
  const estimate = {
    input_tokens: 12,
    cache_creation_input_tokens: request.round === 0 ? 240 : 80,
    cache_read_input_tokens: Math.ceil(sent / 4),
    output_tokens: Math.ceil(answered / 4),
  };
  return Object.assign(estimate, ...endings.map(ending => ending.usage ?? {}));
}

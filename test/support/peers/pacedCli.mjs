#!/usr/bin/env node
// A stand-in for the CLI that answers every extension in the same way: at once, later, at a pace, or
// with many calls of tools. `pacedCliOrders.ts` describes its orders and its report. Plain JavaScript,
// because extensions start it as the CLI.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const { version, reply, init, report } = JSON.parse(readFileSync(process.env.PACED_CLI, 'utf8'));
const argv = process.argv.slice(2);

if (argv.includes('--version') || argv.includes('-v')) {
  process.stdout.write(`${version} (Claude Code)\n`);
  process.exit(0);
}
process.on('SIGTERM', () => process.exit(143));
process.on('SIGINT', () => process.exit(0));

const isPartial = argv.includes('--include-partial-messages');
const sessionId = flagValue('--session-id') ?? flagValue('--resume') ?? randomUUID();
const kinds = { answer, later, stream, rounds };
/** Characters of one token, as the API streams English text. */
const tokenLength = 4;
const tokensPerSecond = 2_000;
const firstDeltaMs = 150;
const pauseMs = 300;
const lineEnd = 10;

let received = now();
let turn = Promise.resolve();
let calls = 0;

process.stdin.on('data', chunk => {
  // Read before the lines are taken apart: this is when the bytes have come.
  if (chunk.includes(lineEnd)) received = now();
});
createInterface({ input: process.stdin })
  .on('line', line => {
    const at = received;
    if (line.trim()) void receive(JSON.parse(line), at);
  })
  .on('close', () => {
    // An exit would drop what the pipe has not taken yet.
    void turn.then(() => process.stdout.write('', () => process.exit(0)));
  });

function flagValue(flag) {
  const at = argv.indexOf(flag);
  return at < 0 ? undefined : argv[at + 1];
}

/** The same clock as in the page: milliseconds of the wall clock, with fractions. */
function now() {
  return performance.timeOrigin + performance.now();
}

function receive(frame, at) {
  if (frame.type === 'control_request') return answerRequest(frame);
  if (frame.type !== 'user') return undefined;
  const { content } = frame.message;
  const texts = typeof content === 'string' ? [content] : content.map(({ text }) => text ?? '');
  turn = turn.then(() => runTurn(texts.join('\n'), at));
  return undefined;
}

function answerRequest({ request_id, request }) {
  const { subtype } = request;
  const isSwitch = subtype === 'interrupt' || subtype.startsWith('set_');
  const known = subtype === 'initialize' ? reply : isSwitch ? {} : undefined;
  const response = known
    ? { subtype: 'success', request_id, response: known }
    : { subtype: 'error', request_id, error: `Unsupported control request subtype: ${subtype}` };
  return write({ type: 'control_response', response });
}

async function runTurn(text, at) {
  const [, kind, number, size] =
    [...text.matchAll(/\b(answer|later|stream|rounds) (\d+)(?: of (\d+))?/g)].at(-1) ?? [];
  if (kind === undefined) throw new Error(`No order in: ${text}`);
  const started = { received: at, first: undefined };
  await write({ ...init, type: 'system', subtype: 'init', cwd: process.cwd() });
  await kinds[kind](number, Number(size), started);
  const usage = { input_tokens: 12, output_tokens: 64 };
  await write({
    ...{ type: 'result', subtype: 'success', is_error: false, num_turns: 1, usage },
    ...{
      duration_ms: 1,
      duration_api_ms: 1,
      total_cost_usd: 0,
      result: `zebra${number}`,
      modelUsage: {},
    },
    permission_denials: [],
  });
  appendFileSync(
    report,
    `${JSON.stringify({ number: Number(number), ...started, ended: now() })}\n`,
  );
}

async function answer(number, _size, started) {
  await message([`zebra${number} `, 'is the answer', ' to this.'], started);
}

async function later(number, _size, started) {
  await delay(firstDeltaMs);
  await message([`zebra${number} `, 'is the answer', ' to this.'], started, pauseMs);
}

/** Streams this many KB of Markdown at the pace of a fast model. */
async function stream(number, size, started) {
  const text = markdown(size * 1_024);
  const tokens = [`zebra${number} `];
  for (let at = 0; at < text.length; at += tokenLength)
    tokens.push(text.slice(at, at + tokenLength));
  tokens.push(` zebra${number}end`);
  const start = performance.now();
  await message(tokens, started, index => start + (index * 1_000) / tokensPerSecond);
}

/** Calls a tool this often in one turn, as fast as the host reads. */
async function rounds(number, size, started) {
  for (let index = 0; index < size; index += 1) {
    calls += 1;
    const use = {
      type: 'tool_use',
      id: `toolu_paced_${calls}_${sessionId.slice(0, 8)}`,
      name: 'Read',
    };
    const input = { file_path: `${process.cwd()}/src/file${index}.ts` };
    const id = `msg_paced_${calls}`;
    await event({ type: 'message_start', message: assistant(id, []) });
    await event({ type: 'content_block_start', index: 0, content_block: { ...use, input: {} } });
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    await event({ type: 'content_block_delta', index: 0, delta });
    await write({ type: 'assistant', message: assistant(id, [{ ...use, input }]) });
    await event({ type: 'content_block_stop', index: 0 });
    await endOfMessage('tool_use');
    const content = `     1\texport const value${index} = ${index};\n     2\t${'words of a line '.repeat(12)}`;
    const result = { tool_use_id: use.id, type: 'tool_result', content };
    await write({ type: 'user', message: { role: 'user', content: [result] } });
  }
  await message([`zebra${number}end `, 'is done.'], started);
}

/**
 * Writes one message of text, in these deltas.
 * @param pace pause after the first delta in ms; or for each, when it is due
 */
async function message(deltas, started, pace = 0) {
  calls += 1;
  const id = `msg_paced_${calls}`;
  await event({ type: 'message_start', message: assistant(id, []) });
  await event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  for (const [index, text] of deltas.entries()) {
    if (typeof pace === 'function') {
      const left = pace(index) - performance.now();
      if (left > 1) await delay(left);
    }
    // From a host that asks for no deltas, the user waits for the rest as well.
    started.first ??= now();
    await event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
    if (index === 0 && typeof pace === 'number' && pace > 0) await delay(pace);
  }
  await write({
    type: 'assistant',
    message: assistant(id, [{ type: 'text', text: deltas.join('') }]),
  });
  await event({ type: 'content_block_stop', index: 0 });
  await endOfMessage('end_turn');
}

function assistant(id, content) {
  const usage = { input_tokens: 12, output_tokens: 1 };
  return {
    ...{ id, type: 'message', role: 'assistant', model: init.model, content, usage },
    ...{ stop_reason: null, stop_sequence: null },
  };
}

async function endOfMessage(reason) {
  const delta = { stop_reason: reason, stop_sequence: null };
  await event({ type: 'message_delta', delta, usage: { output_tokens: 64 } });
  await event({ type: 'message_stop' });
}

/** Deltas are only for hosts that ask for them. */
async function event(value) {
  if (isPartial) await write({ type: 'stream_event', event: value });
}

async function write(frame) {
  const common = frame.type.startsWith('control_')
    ? {}
    : { session_id: sessionId, parent_tool_use_id: null, uuid: randomUUID() };
  if (!process.stdout.write(`${JSON.stringify({ ...frame, ...common })}\n`)) {
    await once(process.stdout, 'drain');
  }
}

/** Prose, lists and fenced code, as answers about code have them. */
function markdown(length) {
  const parts = [];
  for (let size = 0, index = 0; size < length; index += 1) {
    const part = [
      `## Part ${index}\n\n`,
      'The quick brown fox jumps over the **lazy dog**, and then it reads `value` again. '.repeat(
        5,
      ),
      '\n\n- first a line\n- then another one\n- and the last\n\n',
      `\`\`\`ts\nexport function part${index}(value: number): number {\n  return value + ${index};\n}\n\`\`\`\n\n`,
    ].join('');
    parts.push(part);
    size += part.length;
  }
  return parts.join('').slice(0, length);
}

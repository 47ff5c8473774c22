#!/usr/bin/env node
// A stand-in for the CLI that replays recorded frames and misbehaves on demand. As a plain script,
// it works wherever a CLI path is expected. Its orders are the JSON (or the path of a JSON file) in
// SCRIPTED_CLI; scriptedCliOrders.ts describes them.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const orders = readOrders();
const argv = process.argv.slice(2);
const version = orders.version ?? '2.1.329';

if (argv.includes('--version') || argv.includes('-v')) {
  process.stdout.write(`${version} (Claude Code)\n`);
  process.exit(0);
}
note({ event: 'start', pid: process.pid, argv, cwd: process.cwd(), env: process.env });

const refused = argv.find(arg => orders.refusedFlags?.includes(arg));
if (refused) {
  process.stderr.write(`error: unknown option '${refused}'\n`);
  process.exit(1);
}
if (orders.grandchild) startGrandchild();
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    note({ event: 'signal', signal });
    if (!orders.ignoreSignals) process.exit(signal === 'SIGTERM' ? 143 : 0);
  });
}
if (orders.ignoreSignals || orders.ignoreEof) setInterval(() => undefined, 1 << 30);

/** Recorded text mapped to live text: ids and paths that differ for this host. */
const substitutions = new Map();
/** Recorded callback ids and SDK servers that this host did not register. */
const unknownHere = { callbacks: new Set(), servers: new Set() };
const inbox = createInbox();
const rows = recordedRows();
const recordedAnswers = answersBySubtype(rows);
let written = 0;

createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  .on('line', line => {
    note({ event: 'stdin', line });
    if (line.trim()) receive(JSON.parse(line));
  })
  .on('close', () => {
    note({ event: 'eof' });
    if (!orders.ignoreEof) process.exit(0);
  });
await replay();

function readOrders() {
  const value = process.env.SCRIPTED_CLI ?? '{}';
  return JSON.parse(value.startsWith('{') ? value : readFileSync(value, 'utf8'));
}

function note(entry) {
  if (orders.report) appendFileSync(orders.report, `${JSON.stringify(entry)}\n`);
}

function startGrandchild() {
  // The process ignores SIGTERM, so only a kill of the whole tree ends it.
  const script = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1 << 30)";
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', orders.grandchild === 'holdsStdout' ? 'inherit' : 'ignore', 'ignore'],
  });
  note({ event: 'grandchild', pid: child.pid });
}

/** Returns the recorded rows of one process; each process begins with an `initialize` request. */
function recordedRows() {
  if (!orders.frames) return [];
  const all = readFileSync(orders.frames, 'utf8')
    .split('\n')
    .filter(line => line.trim())
    .map(line => JSON.parse(line));
  const starts = all.flatMap((row, at) => (isInitialize(row) ? [at] : []));
  if (starts.length === 0) return all;
  const wanted = orders.process ?? 0;
  return all.slice(starts[wanted], starts[wanted + 1]);
}

function isInitialize({ dir, frame }) {
  return dir === 'in' && frame.request?.subtype === 'initialize';
}

/** Returns recorded answers to requests that a host sends at any time, oldest first. */
function answersBySubtype(recorded) {
  const subtypes = new Map();
  const answers = new Map();
  for (const { dir, frame } of recorded) {
    if (dir === 'in' && frame.type === 'control_request') {
      subtypes.set(frame.request_id, frame.request.subtype);
    }
    const subtype = dir === 'out' && subtypes.get(frame.response?.request_id);
    if (subtype && !isAwaited(subtype)) {
      answers.set(subtype, [...(answers.get(subtype) ?? []), frame.response]);
    }
  }
  return answers;
}

/** Returns whether the replay waits for this request of the host; others may come at any time. */
function isAwaited(subtype) {
  return subtype === 'initialize' || subtype === 'interrupt';
}

function createInbox() {
  const kept = [];
  const waiting = new Set();
  return {
    put(kind, frame) {
      kept.push({ kind, frame });
      for (const wake of [...waiting]) wake();
    },
    async take(kind) {
      for (;;) {
        const at = kept.findIndex(item => item.kind === kind);
        if (at >= 0) return kept.splice(at, 1)[0].frame;
        await new Promise(resolve => {
          const wake = () => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
  };
}

function receive(frame) {
  if (frame.type === 'user') return inbox.put('user', frame);
  if (frame.type === 'control_response') {
    return inbox.put(`response ${frame.response.request_id}`, frame);
  }
  if (frame.type !== 'control_request') return undefined;
  const { subtype } = frame.request;
  if (orders.unanswered?.includes(subtype)) return undefined;
  const recorded = rows.some(row => row.dir === 'in' && row.frame.request?.subtype === subtype);
  if (isAwaited(subtype) && recorded) return inbox.put(`request ${subtype}`, frame);
  if (orders.hangAfter !== undefined && written >= orders.hangAfter) return undefined;
  const answer = recordedAnswers.get(subtype)?.shift() ?? answerTo(subtype);
  const response = { ...answer, request_id: frame.request_id };
  return writeLine(JSON.stringify({ type: 'control_response', response }));
}

function answerTo(subtype) {
  if (subtype === 'initialize') {
    return { subtype: 'success', response: { commands: [], models: [], account: {} } };
  }
  if (subtype === 'interrupt') return { subtype: 'success', response: { still_queued: [] } };
  return { subtype: 'error', error: `Unsupported control request subtype: ${subtype}` };
}

async function replay() {
  const live = liveSessionId();
  const recordedSession = rows.find(row => row.frame.session_id)?.frame.session_id;
  if (live && recordedSession) substitutions.set(recordedSession, live);
  if (orders.workspace !== false) {
    const here = JSON.stringify(process.cwd()).slice(1, -1);
    substitutions.set('/workspace', here);
  }
  // Orders for "after 0 frames" apply before the first recorded frame.
  await misbehave();
  const skipped = new Set();
  for (const { dir, frame } of rows) {
    if (dir === 'in') await awaitHost(frame, skipped);
    else if (isForeign(frame)) skipped.add(frame.request_id);
    else if (frame.type !== 'control_response' || isAwaitedAnswer(frame)) await emit(frame);
  }
  note({ event: 'replayed' });
}

function liveSessionId() {
  const at = argv.findIndex(arg => arg === '--session-id' || arg === '--resume');
  return at < 0 ? undefined : argv[at + 1];
}

async function awaitHost(frame, skipped) {
  if (frame.type === 'user') {
    const live = await inbox.take('user');
    if (frame.uuid && live.uuid) substitutions.set(frame.uuid, live.uuid);
  } else if (frame.type === 'control_response') {
    const id = frame.response.request_id;
    if (!skipped.has(id)) await inbox.take(`response ${id}`);
  } else if (frame.type === 'control_request' && isAwaited(frame.request.subtype)) {
    const live = await inbox.take(`request ${frame.request.subtype}`);
    substitutions.set(frame.request_id, live.request_id);
    if (frame.request.subtype === 'initialize') mapRegistrations(frame.request, live.request);
  }
}

function isAwaitedAnswer(frame) {
  return substitutions.has(frame.response.request_id);
}

/** Maps recorded hook callback ids to the ids under which this host registered the same hooks. */
function mapRegistrations(recorded, live) {
  for (const [event, matchers] of Object.entries(recorded.hooks ?? {})) {
    const here = (live.hooks?.[event] ?? []).flatMap(entry => entry.hookCallbackIds);
    for (const id of matchers.flatMap(entry => entry.hookCallbackIds)) {
      if (here.length === 0) unknownHere.callbacks.add(id);
      else substitutions.set(`"callback_id":"${id}"`, `"callback_id":"${here[0]}"`);
    }
  }
  for (const name of recorded.sdkMcpServers ?? []) {
    if (!live.sdkMcpServers?.includes(name)) unknownHere.servers.add(name);
  }
}

/** Returns whether a recorded request is for a hook or server that this host never offered. */
function isForeign({ type, request }) {
  if (type !== 'control_request') return false;
  return (
    unknownHere.callbacks.has(request.callback_id) || unknownHere.servers.has(request.server_name)
  );
}

async function emit(frame) {
  let line = JSON.stringify(frame);
  for (const [recorded, live] of substitutions) line = line.replaceAll(recorded, live);
  if (orders.noise) await write(noiseLine());
  await writeLine(line);
  written += 1;
  await misbehave();
}

async function misbehave() {
  if (orders.unknownFrames && written > 0) {
    await writeLine(JSON.stringify({ type: `not_yet_invented_${written}`, payload: [1, null] }));
    await writeLine(
      JSON.stringify({ type: 'system', subtype: `novel_${written}`, session_id: '' }),
    );
  }
  if (orders.hugeLine && written === orders.hugeLine.after) {
    const content = 'x'.repeat(orders.hugeLine.bytes);
    await writeLine(JSON.stringify({ type: 'system', subtype: 'informational', content }));
  }
  if (orders.hangAfter !== undefined && written >= orders.hangAfter) {
    note({ event: 'hanging' });
    await new Promise(() => undefined);
  }
  const { die } = orders;
  if (die && written >= die.after) {
    note({ event: 'dying' });
    // Without its newline the last line is incomplete, as from a process killed while writing.
    if (die.halfLine) await write('{"type":"assistant","message":{"role":"assi');
    if (die.stderr) process.stderr.write(die.stderr);
    if (die.signal) process.kill(process.pid, die.signal);
    else process.exit(die.code ?? 1);
    await new Promise(() => undefined);
  }
}

function noiseLine() {
  const lines = [
    '\n',
    'Debugger attached.\n',
    '\r\n',
    '{"half":\n',
    'null\n',
    '[1,2]\n',
    '"text"\n',
  ];
  return lines[written % lines.length];
}

async function writeLine(line) {
  await write(`${line}${orders.noise ? '\r\n' : '\n'}`);
}

async function write(value) {
  const bytes = Buffer.from(value);
  if (!orders.splitBytes) return writeBytes(bytes);
  let from = 0;
  for (const to of [...awkwardPlaces(bytes), bytes.length]) {
    await writeBytes(bytes.subarray(from, to));
    from = to;
    // Pipes merge consecutive writes; the pause makes the reader receive each piece alone.
    await delay(1);
  }
  return undefined;
}

/** Cuts inside the first multi-byte characters, else in mid-line, and right before the newline. */
function awkwardPlaces(bytes) {
  const inside = [];
  for (let at = 1; at < bytes.length && inside.length < 3; at += 1) {
    if ((bytes[at] & 0xc0) === 0x80) inside.push(at);
  }
  if (inside.length === 0) inside.push(bytes.length >> 1);
  return [...new Set([...inside, bytes.length - 1])].filter(at => at > 0).sort((a, b) => a - b);
}

function writeBytes(bytes) {
  return new Promise(resolve => process.stdout.write(bytes, resolve));
}

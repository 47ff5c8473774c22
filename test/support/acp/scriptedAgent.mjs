#!/usr/bin/env node
// An agent that speaks ACP on stdio, does what a test orders, and misbehaves on demand. Its orders
// are the JSON, or the path of a JSON file, in SCRIPTED_ACP; scriptedAgentOrders.ts describes them.
// In all strings, $CWD is the session's folder, $SESSION its id, and $TOOL an id of this prompt.
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const orders = readOrders();
const sessions = new Map();
const waiting = new Map();
let nextId = 0;
let prompts = 0;
let isSignedIn =
  (orders.signIn?.file !== undefined && existsSync(orders.signIn.file)) ||
  process.env[orders.signIn?.variable ?? ''] !== undefined;

note({ event: 'start', pid: process.pid, argv: process.argv.slice(2), env: process.env });
if (process.argv.includes('--login')) {
  process.stdout.write('You are signed in now.\n');
  writeFileSync(orders.signIn.file, '');
  process.exit(0);
}
if (orders.stderr) process.stderr.write(`${orders.stderr}\n`);
if (orders.grandchild) startGrandchild();
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    note({ event: 'signal', signal });
    if (!orders.ignoreSignals) process.exit(signal === 'SIGTERM' ? 143 : 0);
  });
}
if (orders.ignoreSignals || orders.ignoreEof) setInterval(() => undefined, 1 << 30);
if (orders.noise) await writeOut(orders.noise);
if (orders.dies === 'start') process.exit(orders.exitCode ?? 1);

createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  .on('line', line => {
    note({ event: 'stdin', line });
    if (line.trim()) void receive(JSON.parse(line));
  })
  .on('close', () => {
    note({ event: 'eof' });
    if (!orders.ignoreEof) process.exit(0);
  });

function readOrders() {
  const value = process.env.SCRIPTED_ACP ?? '{}';
  return JSON.parse(value.startsWith('{') ? value : readFileSync(value, 'utf8'));
}

function note(entry) {
  if (orders.report) appendFileSync(orders.report, `${JSON.stringify(entry)}\n`);
}

/** Starts a process that outlives this one, as the children of a crashed agent do. */
function startGrandchild() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1 << 30)'], {
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  note({ event: 'grandchild', pid: child.pid });
}

function writeOut(text) {
  return new Promise(done => process.stdout.write(text, done));
}

function send(message) {
  return writeOut(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function request(method, params) {
  const id = nextId++;
  const answer = new Promise(resolve => waiting.set(id, resolve));
  void send({ id, method, params });
  return Object.assign(answer, { id });
}

async function receive(message) {
  if (message.method === undefined) {
    const done = waiting.get(message.id);
    waiting.delete(message.id);
    done?.(message);
    return;
  }
  if (message.id === undefined) {
    hear(message.method, message.params ?? {});
    return;
  }
  await obey(orders.before?.[message.method], message);
  if (orders.errors?.[message.method]) {
    await send({ id: message.id, error: orders.errors[message.method] });
    return;
  }
  try {
    const result = await answer(message.method, message.params ?? {}, message);
    if (result !== undefined) await send({ id: message.id, result });
  } catch (error) {
    const { code = -32603, message: text, data } = error;
    await send({ id: message.id, error: { code, message: text, data } });
  }
  await obey(orders.after?.[message.method], message);
}

/** Runs the steps that stand before or after the answer to a method. */
async function obey(steps, message) {
  if (steps) await run(steps, session(message.params?.sessionId) ?? anySession(), message);
}

function anySession() {
  return [...sessions.values()].at(-1) ?? { id: 'none', cwd: process.cwd(), history: [] };
}

function hear(method, params) {
  const one = session(params.sessionId);
  if (method === 'session/cancel' && one && !orders.ignoreCancel) {
    one.isCancelled = true;
    one.onCancel?.();
  }
}

function session(id) {
  return sessions.get(id);
}

async function answer(method, params, message) {
  switch (method) {
    case 'initialize':
      return merged(
        {
          protocolVersion: 1,
          agentCapabilities: {
            loadSession: true,
            promptCapabilities: { image: true, embeddedContext: true },
            mcpCapabilities: { http: true, sse: true },
            sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, fork: {} },
          },
          agentInfo: { name: 'scripted', title: 'Scripted Agent', version: '1.2.3' },
          authMethods: orders.authMethods ?? [],
        },
        orders.initialize,
      );
    case 'authenticate':
      isSignedIn = true;
      return {};
    case 'logout':
      isSignedIn = false;
      return {};
    case 'session/new':
      requireSignIn();
      return merged(open(orders.sessionId ?? `scripted-${process.pid}-${sessions.size}`, params), {
        ...orders.session,
      });
    case 'session/load':
    case 'session/resume':
      return reopen(params, method === 'session/load');
    case 'session/fork': {
      const from = stored(params.sessionId);
      const made = open(`scripted-fork-${process.pid}-${sessions.size}`, params);
      session(made.sessionId).history.push(...from.history);
      store(session(made.sessionId));
      // Some agents repeat the history, as when they load a session.
      for (const one of from.history) await update(session(made.sessionId), one);
      return merged(made, orders.session);
    }
    case 'session/list':
      return { sessions: allStored() };
    case 'session/close':
      sessions.delete(params.sessionId);
      return {};
    case 'session/delete':
      sessions.delete(params.sessionId);
      if (orders.store) rmSync(pathOf(params.sessionId), { force: true });
      return {};
    case 'session/set_mode':
      await update(session(params.sessionId), {
        sessionUpdate: 'current_mode_update',
        currentModeId: params.modeId,
      });
      return {};
    case 'session/set_model':
      return {};
    case 'session/set_config_option':
      return { configOptions: changedOptions(params) };
    case 'session/prompt':
      requireSignIn();
      return prompt(params, message);
    default:
      throw { code: -32601, message: `"Method not found": ${method}` };
  }
}

function requireSignIn() {
  if (orders.needsSignIn && !isSignedIn) {
    throw { code: -32000, message: 'Authentication required' };
  }
}

function open(id, { cwd }) {
  sessions.set(id, { id, cwd, history: [], isCancelled: false });
  return { sessionId: id };
}

async function reopen({ sessionId, cwd }, replays) {
  const { history } = stored(sessionId);
  sessions.set(sessionId, { id: sessionId, cwd, history, isCancelled: false });
  for (const one of replays ? history : []) await update(session(sessionId), one);
  return { ...orders.session };
}

function stored(id) {
  if (session(id)) return session(id);
  if (!orders.store || !existsSync(pathOf(id))) {
    throw { code: -32002, message: 'Resource not found', data: { sessionId: id } };
  }
  return JSON.parse(readFileSync(pathOf(id), 'utf8'));
}

function allStored() {
  const names = orders.store && existsSync(orders.store) ? readdirSync(orders.store) : [];
  return names.map(name => {
    const { id, cwd } = JSON.parse(readFileSync(join(orders.store, name), 'utf8'));
    return { sessionId: id, cwd, title: `Title of ${id}`, updatedAt: '2026-01-02T03:04:05Z' };
  });
}

function pathOf(id) {
  return join(orders.store, `${encodeURIComponent(id)}.json`);
}

function store({ id, cwd, history }) {
  if (!orders.store) return;
  mkdirSync(orders.store, { recursive: true });
  writeFileSync(pathOf(id), JSON.stringify({ id, cwd, history }));
}

function changedOptions({ configId, value }) {
  orders.session.configOptions = orders.session.configOptions.map(option =>
    option.id === configId
      ? { ...option, currentValue: typeof value === 'object' ? value.value : value }
      : option,
  );
  return orders.session.configOptions;
}

function update(one, content) {
  return send({ method: 'session/update', params: { sessionId: one.id, update: content } });
}

/** Answers with the first turn whose `match` is in the prompt, else repeats the prompt's text. */
async function prompt({ sessionId, prompt: blocks }, message) {
  const one = session(sessionId);
  if (!one) throw { code: -32002, message: 'Resource not found', data: { sessionId } };
  prompts += 1;
  const words = blocks.map(block => block.text ?? block.uri ?? '').join('\n');
  const turn = orders.turns?.find(({ match }) => match === undefined || words.includes(match));
  one.isCancelled = false;
  one.history.push({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: words } });
  const end = await run(turn?.steps ?? [{ say: `You said: ${words}` }], one, message);
  store(one);
  if (end === 'silent') return undefined;
  return merged({ stopReason: one.isCancelled ? 'cancelled' : (end ?? 'end_turn') }, turn?.result);
}

/** Runs steps in order. @returns a stop reason, `silent` for no answer, or undefined */
async function run(steps, one, message) {
  for (const raw of steps) {
    const step = filled(raw, one);
    if (one.isCancelled && !step.always) return undefined;
    const end = await runStep(step, raw, one, message);
    if (end !== undefined) return end;
  }
  return undefined;
}

async function runStep(step, raw, one, message) {
  if (step.say !== undefined) return saying('agent_message_chunk', step, one);
  if (step.think !== undefined) return saying('agent_thought_chunk', step, one);
  if (step.update) return void (await update(one, step.update));
  if (step.tool) return void (await update(one, { sessionUpdate: 'tool_call', ...step.tool }));
  if (step.toolUpdate) {
    await update(one, { sessionUpdate: 'tool_call_update', ...step.toolUpdate });
    return undefined;
  }
  if (step.ask) return asking(step, one, message);
  if (step.request) return requesting(step, one, message);
  if (step.notify) return void (await send(step.notify));
  if (step.cancelAsked) {
    await send({ method: '$/cancel_request', params: { requestId: nextId - 1 } });
    return undefined;
  }
  if (step.read) return reading(step, one);
  if (step.write) return writing(step, one);
  if (step.terminal) return terminal(step, one);
  if (step.writeDisk) {
    mkdirSync(dirname(step.writeDisk.path), { recursive: true });
    writeFileSync(step.writeDisk.path, step.writeDisk.content);
    return undefined;
  }
  if (step.raw !== undefined) return void (await writeOut(step.raw));
  if (step.rawBase64 !== undefined) {
    await new Promise(done => process.stdout.write(Buffer.from(step.rawBase64, 'base64'), done));
    return undefined;
  }
  if (step.flood) return flooding(step.flood, one);
  if (step.repeat) {
    for (let index = 0; index < step.repeat; index += 1) {
      const end = await run(raw.steps, one, message);
      if (end !== undefined) return end;
    }
    return undefined;
  }
  if (step.wait !== undefined) return void (await delay(step.wait));
  if (step.untilFile !== undefined) {
    while (!existsSync(step.untilFile)) await delay(20);
    return undefined;
  }
  if (step.hold) {
    // A turn that goes on until it is cancelled; a stubborn one never ends.
    await new Promise(done => {
      if (one.isCancelled) done();
      one.onCancel = done;
    });
    return undefined;
  }
  if (step.answer) return void (await send({ id: message.id, ...step.answer }));
  if (step.fail) throw step.fail;
  if (step.stop) return step.stop;
  if (step.silent) return 'silent';
  if (step.closeOutput) {
    process.stdout.destroy();
    return 'silent';
  }
  if (step.die !== undefined) {
    await delay(0);
    if (typeof step.die === 'string') process.kill(process.pid, step.die);
    else process.exit(step.die);
    await delay(10_000);
  }
  return undefined;
}

async function saying(kind, { say, think, chunks = 1, messageId }, one) {
  const text = say ?? think;
  const size = Math.max(1, Math.ceil(text.length / chunks));
  for (let from = 0; from === 0 || from < text.length; from += size) {
    const content = { type: 'text', text: text.slice(from, from + size) };
    await update(one, { sessionUpdate: kind, content, ...(messageId ? { messageId } : {}) });
  }
  one.history.push({ sessionUpdate: kind, content: { type: 'text', text } });
}

/** Asks for permission and goes on with the steps of the answer: `answers[optionId]`, or `cancelled`. */
async function asking({ ask, answers = {}, isParallel }, one, message) {
  const asked = request('session/request_permission', { sessionId: one.id, ...ask });
  const goOn = async () => {
    const { result } = await asked;
    const outcome = result?.outcome;
    const steps = answers[outcome?.optionId ?? 'cancelled'] ?? answers.else;
    return steps ? run(steps, one, message) : undefined;
  };
  if (isParallel) {
    void goOn();
    return undefined;
  }
  return goOn();
}

/** Sends any request; `say` repeats its answer as text, and `next` goes on. */
async function requesting(step, one, message) {
  const { method, params } = step.request;
  const reply = await request(method, params);
  const { result, error } = reply;
  if (step.sayReply)
    await saying('agent_message_chunk', { say: JSON.stringify(result ?? error) }, one);
  return step.next ? run(step.next, one, message) : undefined;
}

async function reading({ read }, one) {
  const params = typeof read === 'string' ? { path: read } : read;
  const { result, error } = await request('fs/read_text_file', { sessionId: one.id, ...params });
  await saying('agent_message_chunk', { say: result?.content ?? `[${error?.code}]` }, one);
}

async function writing({ write }, one) {
  const { error } = await request('fs/write_text_file', { sessionId: one.id, ...write });
  if (error) await saying('agent_message_chunk', { say: `[${error.code}] ${error.message}` }, one);
}

/** Runs a command in a terminal of the client and says its output. */
async function terminal({ terminal: params, keep, kill }, one) {
  const sessionId = one.id;
  const made = await request('terminal/create', { sessionId, ...params });
  if (made.error) {
    await saying('agent_message_chunk', { say: `[${made.error.code}]` }, one);
    return;
  }
  const { terminalId } = made.result;
  if (params.toolCallId) {
    await update(one, {
      sessionUpdate: 'tool_call_update',
      toolCallId: params.toolCallId,
      content: [{ type: 'terminal', terminalId }],
    });
  }
  if (kill) await request('terminal/kill', { sessionId, terminalId });
  const exit = await request('terminal/wait_for_exit', { sessionId, terminalId });
  const { result } = await request('terminal/output', { sessionId, terminalId });
  if (!keep) await request('terminal/release', { sessionId, terminalId });
  const code = exit.result?.exitCode ?? exit.result?.signal;
  await saying('agent_message_chunk', { say: `${result?.output}[${code}]` }, one);
}

/** Writes many updates, or long ones, without waiting for the client. */
async function flooding({ count = 1, length = 1, tools = false }, one) {
  const text = 'x'.repeat(length);
  for (let index = 0; index < count; index += 1) {
    await update(
      one,
      tools
        ? { sessionUpdate: 'tool_call', toolCallId: `flood-${index}`, title: text }
        : { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    );
  }
}

function filled(value, one) {
  if (typeof value === 'string') {
    return value
      .replaceAll('$CWD', one.cwd)
      .replaceAll('$SESSION', one.id)
      .replaceAll('$TOOL', `tool-${process.pid}-${prompts}`);
  }
  if (Array.isArray(value)) return value.map(item => filled(item, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, one)]));
}

/** Merges objects deeply; `null` removes a member. */
function merged(base, extra) {
  if (typeof base !== 'object' || typeof extra !== 'object' || !base || !extra) {
    return extra === undefined ? base : extra;
  }
  if (Array.isArray(extra)) return extra;
  const result = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    if (value === null) delete result[key];
    else result[key] = merged(base[key], value);
  }
  return result;
}

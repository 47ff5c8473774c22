#!/usr/bin/env node
// An MCP server over stdio whose tools ask the user (elicitation). A file that appears is the sign for what a tool does later.
import { existsSync, renameSync, watch, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const text = { type: 'string' };
const tool = (name, description, properties) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});

const tools = [
  tool('form', 'Asks with a form', { message: text, schema: {}, withdrawOn: text, answerTo: text }),
  tool('visit', 'Asks the user to open a page', { message: text, url: text, id: text, on: text }),
  tool('gated', 'Works only once the user has been on a page', { url: text, id: text, on: text }),
  tool('later', 'Asks after it has returned', { message: text, schema: {}, on: text }),
];

const waiting = new Map();
const passed = new Set();
let count = 0;

const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** Sends a request to the client; resolves with its result or error. */
function request(method, params, withdrawOn) {
  const id = `ask-${++count}`;
  const answer = new Promise(resolve => waiting.set(id, resolve));
  send({ id, method, params });
  if (withdrawOn) {
    void appears(withdrawOn).then(() => {
      send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'changed' } });
      waiting.get(id)?.({ withdrawn: true });
    });
  }
  return answer;
}

function appears(path) {
  return new Promise(resolve => {
    const watcher = watch(dirname(path), look);
    function look() {
      if (existsSync(path)) {
        watcher.close();
        resolve();
      }
    }
    look();
  });
}

async function finish({ id, on }) {
  if (on) {
    await appears(on);
    passed.add(id);
    send({ method: 'notifications/elicitation/complete', params: { elicitationId: id } });
  }
}

/** Writes an answer whole: a test reads the file as soon as it appears. */
function note(path, answer) {
  writeFileSync(`${path}.part`, JSON.stringify(answer));
  renameSync(`${path}.part`, path);
}

const said = value => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

const acts = {
  form: async ({ message, schema, withdrawOn, answerTo }) => {
    const params = { mode: 'form', message, requestedSchema: schema };
    const answer = await request('elicitation/create', params, withdrawOn);
    if (answerTo) {
      note(answerTo, answer);
    }
    return said(answer);
  },
  visit: async ({ message, url, id, on }) => {
    const params = { mode: 'url', message, url, elicitationId: id };
    const answer = await request('elicitation/create', params);
    if (answer.action === 'accept') {
      await finish({ id, on });
    }
    return said(answer);
  },
  gated: async ({ url, id, on }) => {
    if (passed.has(id)) {
      return said({ passed: id });
    }
    void finish({ id, on });
    const elicitation = { mode: 'url', message: 'Sign in first', url, elicitationId: id };
    throw { code: -32042, message: 'Sign in first', data: { elicitations: [elicitation] } };
  },
  later: async ({ message, schema, on }) => {
    void appears(on)
      .then(() => request('elicitation/create', { mode: 'form', message, requestedSchema: schema }))
      .then(answer => note(`${on}.answer`, answer));
    return said('asks later');
  },
};

async function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'asking', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return acts[params.name](params.arguments ?? {});
    case 'ping':
      return {};
    default:
      throw { code: -32601, message: `Unknown method ${method}` };
  }
}

const lines = createInterface({ input: process.stdin });
// Nobody waits for a sign any more.
lines.on('close', () => process.exit());
lines.on('line', async line => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    waiting.get(id)?.(result ?? { error });
    return;
  }
  if (id === undefined) return;
  try {
    send({ id, result: await answer(method, params) });
  } catch (failure) {
    send({ id, error: failure });
  }
});

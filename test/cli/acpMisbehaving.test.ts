import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { AcpBed, type AcpTalk, quicker } from '../support/acp/acpBed';
import type { AgentStep, ScriptedAgentOrders } from '../support/acp/scriptedAgentOrders';
import { testInFull } from '../support/inFull';

let bed: AcpBed;

afterEach(async () => {
  await bed.leave();
  await expect.poll(() => bed.left(), { timeout: 10_000 }).toEqual([]);
  await expect.poll(() => bed.client.open, { timeout: 10_000 }).toBe(0);
  await bed.home.dispose();
});

/** Runs one turn with these steps in front of the words "All done.". */
async function turn(steps: AgentStep[], more: ScriptedAgentOrders = {}): Promise<AcpTalk> {
  bed = await AcpBed.open({ clock: quicker(6) });
  const talk = await bed.talk({ ...more, turns: [{ steps: [...steps, { say: 'All done.' }] }] });
  await talk.turn('go');
  return talk;
}

const update = (content: Record<string, unknown>) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: '$SESSION', update: content },
  });

it('gets over noise on its output, and keeps a note of each', async () => {
  const talk = await turn(
    [
      { raw: 'Loading model...\n' },
      { raw: '\n\n{"broken": \n' },
      { raw: '[{"jsonrpc":"2.0","method":"x"}]\n' },
      { raw: '42\nnull\n{}\n{"jsonrpc":"2.0","id":{},"method":"x"}\n' },
      { raw: '{"jsonrpc":"2.0","id":77,"result":{}}\n' },
      { raw: '{"jsonrpc":"2.0","id":"x","error":{"code":"ENOENT"}}\n' },
      { raw: '{"jsonrpc":"2.0","method":"session/update"}\n' },
      {
        raw: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"other","update":{}}}\n',
      },
      { raw: `${update({ sessionUpdate: 'from_the_future', news: 1 })}\r\n` },
      { raw: `${update({ sessionUpdate: 'agent_message_chunk', content: 5 })}\n` },
      { raw: `${update({ sessionUpdate: 'tool_call' })}\n` },
      { notify: { method: '_vendor/thing', params: {} } },
      { notify: { method: 'window/log', params: {} } },
      { request: { method: 'made/up', params: {} }, sayReply: true },
      { rawBase64: Buffer.from([0xff, 0xfe, 0x00, 0x0a]).toString('base64') },
    ],
    { noise: 'Welcome to the agent!\n' },
  );
  expect(talk.said).toContain('All done.');
  expect(talk.said).toContain('-32601');
  expect(talk.unknowns.length).toBeGreaterThanOrEqual(12);
  expect(talk.unknowns.join('\n')).toContain('from_the_future');
  await talk.turn('again', 2);
});

testInFull('takes long lines in pieces, and floods', async () => {
  const long = 'ü€😀'.repeat(400_000);
  const line = Buffer.from(
    `${update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: long } })}\n`,
  );
  const talk = await turn([
    { raw: line.toString() },
    { flood: { count: 3_000, length: 20 } },
    { flood: { count: 300, length: 10, tools: true } },
  ]);
  expect(talk.said).toContain('All done.');
  const { items } = talk.channel.conversation.turns[0] ?? { items: [] };
  expect(items.filter(({ kind }) => kind === 'tool')).toHaveLength(300);
});

it('answers each request once, whatever its id', async () => {
  const ask = (id: unknown) =>
    `${JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'session/request_permission',
      params: {
        sessionId: '$SESSION',
        toolCall: { toolCallId: 'same', title: 'Same', kind: 'other' },
        options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }],
      },
    })}\n`;
  bed = await AcpBed.open({ clock: quicker(6) });
  const talk = await bed.talk({
    turns: [{ steps: [{ raw: ask(0) }, { raw: ask(0) }, { raw: ask('x') }, { hold: true }] }],
  });
  talk.send('go');
  await talk.watch.until(
    'three prompts',
    ({ conversation }) => conversation.summary.waiting.length >= 3,
  );
  await talk.channel.stop();
  await talk.watch.phase('idle');
  expect(talk.channel.conversation.summary.waiting).toEqual([]);
  const answers = () =>
    talk.received.filter(({ method, result }) => method === undefined && result !== undefined);
  await expect.poll(() => answers().length).toBe(3);
  expect(answers().map(({ result }) => result)).toEqual(
    Array(3).fill({ outcome: { outcome: 'cancelled' } }),
  );
});

it('withdraws a question that the agent no longer asks, and one without answers', async () => {
  bed = await AcpBed.open({ clock: quicker(6) });
  const toolCall = { toolCallId: '$TOOL', title: 'Look', kind: 'read' };
  const talk = await bed.talk({
    turns: [
      {
        steps: [
          { ask: { toolCall, options: [] }, answers: { else: [{ say: 'No options. ' }] } },
          {
            ask: { toolCall, options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }] },
            isParallel: true,
          },
          { untilFile: '$CWD/asked' },
          { cancelAsked: true },
          { say: 'Never mind.' },
        ],
      },
    ],
  });
  talk.send('go');
  await talk.watch.prompt();
  await writeFile(bed.path('asked'), '');
  await talk.watch.turns(1);
  expect(talk.channel.conversation.summary.waiting).toEqual([]);
  expect(talk.said).toContain('Never mind.');
});

it('does not send a message of which the user thinks better', async () => {
  bed = await AcpBed.open({ clock: quicker(6) });
  const talk = await bed.talk({ turns: [{ match: 'go', steps: [{ hold: true }] }] });
  await talk.channel.agent.warmUp();
  talk.send('go');
  await talk.watch.phase('working');
  await talk.channel.stop();
  await talk.watch.phase('idle');
  await talk.turn('again');
  const methods = talk.received.map(({ method }) => method);
  expect(methods).toEqual(['initialize', 'session/new', 'session/prompt']);
  expect(talk.said).toContain('again');
});

testInFull('does not go on with writing files after the user has stopped', async () => {
  const writes = Array.from({ length: 300 }, (_, index) => ({
    ...{ jsonrpc: '2.0', id: `w${index}`, method: 'fs/write_text_file' },
    params: { sessionId: '$SESSION', path: `$CWD/f${index}.txt`, content: 'x' },
  }));
  bed = await AcpBed.open();
  const begun = new Deferred<void>();
  const released = new Deferred<void>();
  bed.client.beforeWrite = () => {
    begun.resolve();
    return released.promise;
  };
  const talk = await bed.talk({
    turns: [
      {
        steps: [{ raw: `${writes.map(one => JSON.stringify(one)).join('\n')}\n` }, { hold: true }],
      },
    ],
  });
  talk.send('go');
  await begun.promise;
  await talk.channel.stop();
  released.resolve();
  const answers = () => talk.received.filter(({ id }) => String(id).startsWith('w'));
  await expect.poll(() => answers().length, { timeout: 20_000 }).toBe(300);
  expect(answers().filter(({ error }) => !JSON.stringify(error)?.includes('stopped'))).toEqual([]);
  const written = (await readdir(bed.home.workspace)).filter(name => name.startsWith('f'));
  expect(written).toEqual([]);
});

it('asks for nothing and runs nothing in a turn that the user has stopped', async () => {
  const toolCall = { toolCallId: '$TOOL', title: 'Look', kind: 'read' };
  const options = [{ optionId: 'a', name: 'A', kind: 'allow_once' }];
  const path = '$CWD/late.txt';
  const late = [
    { method: 'session/request_permission', params: { toolCall, options } },
    { method: 'fs/write_text_file', params: { path, content: 'x' } },
    { method: 'terminal/create', params: { command: 'touch late.txt' } },
    { method: 'elicitation/create', params: { mode: 'form', message: 'Well?' } },
  ].map(
    ({ method, params }): AgentStep => ({
      ...{ always: true, sayReply: true },
      request: { method, params: { sessionId: '$SESSION', ...params } },
    }),
  );
  bed = await AcpBed.open({ clock: quicker(6) });
  const talk = await bed.talk({
    turns: [{ steps: [{ say: 'Working' }, { hold: true }, ...late] }],
  });
  talk.send('go');
  await talk.watch.until('text', () => talk.said.includes('Working') || undefined);
  await talk.channel.stop();
  await talk.watch.until('the end', ({ conversation }) => !conversation.open || undefined);
  expect(talk.said.match(/cancel|-32800/g)).toHaveLength(4);
  expect(existsSync(bed.path('late.txt'))).toBe(false);
});

it('goes on when a conversation cannot be stored, and says so once', async () => {
  bed = await AcpBed.open({ clock: quicker(6) });
  await writeFile(join(bed.home.root, 'storage', 'acp'), 'no folder');
  const talk = await bed.talk({});
  await talk.turn('one');
  await talk.turn('two', 2);
  expect(talk.said).toContain('two');
  expect(talk.notices.filter(text => text.includes('not stored'))).toHaveLength(1);
});

describe('stops an agent', () => {
  async function stopped(orders: ScriptedAgentOrders): Promise<AcpTalk> {
    bed = await AcpBed.open({ clock: quicker(6) });
    const talk = await bed.talk(orders);
    talk.send('go');
    await talk.watch.until('text', () => talk.said.includes('Working') || undefined);
    await talk.channel.stop();
    await talk.watch.until('the end', ({ conversation }) => !conversation.open || undefined);
    return talk;
  }

  it('that listens, in the middle of its text', async () => {
    const steps: AgentStep[] = [{ say: 'Working' }, { hold: true }];
    const talk = await stopped({
      turns: [{ match: 'go', steps: [...steps, { say: ' late', always: true }] }],
    });
    expect(talk.channel.conversation.turns[0]?.outcome?.kind).toBe('interrupted');
    await talk.turn('and on', 2);
    expect(talk.report.filter(({ event }) => event === 'start')).toHaveLength(1);
  });

  it('that does not listen, ignores signals and leaves a process behind', async () => {
    const talk = await stopped({
      turns: [{ match: 'go', steps: [{ say: 'Working' }, { hold: true }] }],
      ignoreCancel: true,
      ignoreSignals: true,
      ignoreEof: true,
      grandchild: true,
    });
    await expect.poll(() => bed.left(), { timeout: 10_000 }).toEqual([]);
    expect(talk.said).toBe('Working');
    expect(talk.channel.conversation.turns[0]?.outcome?.kind).toBe('interrupted');
  });
});

describe('an agent that dies', () => {
  it.each<[string, ScriptedAgentOrders, RegExp]>([
    ['before it says anything', { dies: 'start', stderr: 'no config' }, /exit code 1/],
    ['at initialize', { before: { initialize: [{ die: 'SIGKILL' }] } }, /SIGKILL/],
    ['at session/new', { before: { 'session/new': [{ die: 3 }] } }, /exit code 3/],
    ['never: it is silent', { before: { initialize: [{ hold: true }] } }, /120 seconds/],
    ['never: it speaks another version', { initialize: { protocolVersion: 2 } }, /version 2/],
    [
      'never: it refuses',
      { errors: { 'session/new': { code: -32603, message: 'No model is set up' } } },
      /No model is set up/,
    ],
  ])('%s', async (_when, orders, reason) => {
    bed = await AcpBed.open({ clock: quicker(60) });
    const talk = await bed.talk(orders);
    talk.send('are you there?');
    const detail = await talk.watch.until(
      'the reason',
      ({ conversation }) => conversation.summary.agent.detail,
    );
    expect(detail).toMatch(reason);
    await talk.watch.until('the draft', ({ record }) => record.draft.text === 'are you there?');
  });

  it('in the middle of a turn: what it said stays', async () => {
    bed = await AcpBed.open({ clock: quicker(6) });
    const talk = await bed.talk({
      stderr: 'out of memory',
      grandchild: true,
      turns: [
        {
          match: 'begin',
          steps: [
            { say: 'Half of' },
            { tool: { toolCallId: 'a', title: 'Run', kind: 'execute' } },
            { die: 7 },
          ],
        },
      ],
    });
    talk.send('begin');
    await talk.watch.phase('lost');
    expect(talk.said).toBe('Half of');
    const { outcome } = talk.channel.conversation.turns[0] ?? {};
    expect(outcome?.kind).toBe('lost');
    expect(talk.channel.conversation.summary.agent.stderr).toContain('out of memory');
    await talk.turn('go on', 2);
    expect(talk.said).toContain('You said: go on');
  });
});

it('an agent that is slow to start is announced as such, and Stop ends it', async () => {
  bed = await AcpBed.open({ clock: quicker(20) });
  const talk = await bed.talk({ before: { initialize: [{ hold: true }] } });
  talk.send('hello');
  const slow = await talk.watch.until('the notice', () => talk.notices[0]);
  expect(slow).toBe(
    'scripted is still starting: it has not answered for 20 seconds. Stop ends it.',
  );
  expect(talk.channel.conversation.summary.agent.phase).toBe('starting');
  await talk.channel.stop();
  expect(talk.channel.conversation.summary.agent.phase).toBe('stopped');
  expect(talk.channel.record.draft.text).toBe('hello');
  expect(await bed.left()).toEqual([]);
});

it('an agent that is not installed', async () => {
  bed = await AcpBed.open();
  const talk = await bed.talk({});
  bed.agents.splice(0, 1, { name: 'scripted', command: 'no-such-agent', args: [], env: {} });
  talk.send('hello');
  const detail = await talk.watch.until(
    'the reason',
    ({ conversation }) => conversation.summary.agent.detail,
  );
  expect(detail).toContain('scripted is not installed: the program no-such-agent was not found.');
});

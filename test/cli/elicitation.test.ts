import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { ElicitationPrompt, FormEntries } from '../../src/contract/elicitation';
import type { Channel } from '../../src/core/conversation/channel';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { testInFull } from '../support/inFull';
import { useSharedChannelBeds } from './support/channelBeds';
import { fileAppears } from './support/fileAppears';

const server = fileURLToPath(new URL('../support/cli/askingServer.mjs', import.meta.url));
const mcpServers = { asking: { command: process.execPath, args: [server] } };

/** All tests share one conversation. A new process starts only where a test is about its end. */
const bed = useSharedChannelBeds();
const opened: string[] = [];
let opens = true;
let channel: Channel;
let watch: ChannelWatch;

beforeAll(async () => {
  const registry = await bed.open({
    settings: {
      'tandem.mcp.config': [JSON.stringify({ mcpServers })],
      'tandem.permissions.allowedTools': ['mcp__asking'],
    },
    ports: {
      openPage: async url => {
        opened.push(url);
        return opens;
      },
    },
  });
  channel = await registry.create(bed.home.workspace);
  watch = new ChannelWatch(channel);
});

const path = (name: string) => join(bed.home.workspace, name);
const url = 'https://example.com/sign-in?state=1';

interface Asked {
  readonly prompt: ElicitationPrompt;
  /** Resolves with what the model is told about the call, at the end of the turn. */
  told(): Promise<string>;
}

/** Lets the model call a tool of the server; resolves when the server asks. */
async function call(tool: string, input: JsonObject): Promise<Asked> {
  const turns = channel.conversation.turns.length;
  const words = `call ${tool} number ${turns}.`;
  let result = '';
  bed.api.onPrompt(words, [
    toolUse(`mcp__asking__${tool}`, input),
    request => {
      result = request.results[0]?.text ?? '';
      return text('done');
    },
  ]);
  channel.messages.send({ text: words, images: [] });
  const prompt = await nextRequest();
  return { prompt, told: () => watch.turns(turns + 1).then(() => result) };
}

async function nextRequest(): Promise<ElicitationPrompt> {
  const prompt = await watch.prompt('elicitation');
  if (prompt.kind !== 'elicitation') {
    throw new Error('Another kind of prompt was found.');
  }
  return prompt;
}

function ask(schema: JsonObject, more: JsonObject = {}): Promise<Asked> {
  return call('form', { message: 'Who are you?', schema, ...more });
}

/** Returns the card's present state, as pages show it. */
function cardOf({ id }: ElicitationPrompt) {
  const { turns, open } = channel.conversation;
  const items = [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
  return items.find(item => item.kind === 'ask' && item.prompt.id === id);
}

const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

it('shows a form as its schema says, and gives the server what the user enters', async () => {
  const { prompt, told } = await ask({
    type: 'object',
    properties: {
      mail: { type: 'string', title: 'Mail', format: 'email', description: 'For the receipt' },
      2: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      vip: { type: 'boolean', default: true },
      size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
      colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
      extras: { type: 'array', maxItems: 2, items: { anyOf: [{ const: 'x', title: 'X' }] } },
      note: { type: 'string' },
    },
    required: ['mail', 'size'],
  });
  expect(prompt).toMatchObject({ server: 'asking', message: 'Who are you?' });
  expect(channel.conversation.summary.agent).toMatchObject({
    phase: 'waiting',
    detail: 'Request from asking',
  });
  const own = { isRequired: false };
  // The CLI does not keep the place of a name that is a number.
  expect(prompt.request).toEqual({
    mode: 'form',
    fields: [
      {
        ...{ name: '2', title: '2', isRequired: false, kind: 'number', isInteger: true },
        ...{ minimum: 1, maximum: 9, initial: 3 },
      },
      {
        ...{ name: 'mail', title: 'Mail', isRequired: true, kind: 'text', format: 'email' },
        description: 'For the receipt',
      },
      { ...own, name: 'vip', title: 'vip', kind: 'flag', initial: true },
      {
        ...{ name: 'size', title: 'size', isRequired: true, kind: 'choice' },
        options: [
          { value: 's', label: 'Small' },
          { value: 'l', label: 'Large' },
        ],
      },
      {
        ...{ ...own, name: 'colour', title: 'colour', kind: 'choice' },
        options: [{ value: 'r', label: 'Red' }],
      },
      {
        ...{ ...own, name: 'extras', title: 'extras', kind: 'choices', maxItems: 2 },
        options: [{ value: 'x', label: 'X' }],
      },
      { ...own, name: 'note', title: 'note', kind: 'text' },
    ],
  });
  const entries: FormEntries = [null, 'ada@example.com', false, 'l', null, ['x'], ''];
  await channel.answer(prompt.id, { kind: 'submitForm', entries });
  expect(JSON.parse(await told())).toEqual({
    action: 'accept',
    content: { 2: 3, mail: 'ada@example.com', vip: false, size: 'l', extras: ['x'] },
  });
  expect(cardOf(prompt)).toMatchObject({ outcome: 'answered' });
});

it('sends nothing that breaks the schema; once mended, it is accepted', async () => {
  const { prompt, told } = await ask({
    type: 'object',
    properties: {
      age: { type: 'integer', minimum: 18 },
      mail: { type: 'string', format: 'email' },
    },
    required: ['age'],
  });
  const bad: FormEntries = ['17', 'nobody'];
  expect(channel.checkForm(prompt.id, bad)).toEqual([
    'Enter 18 or more.',
    'Enter an email address, such as name@example.com.',
  ]);
  for (const entries of [bad, [], ['18', '', 'more'], [['18'], '']]) {
    const answer = channel.answer(prompt.id, { kind: 'submitForm', entries });
    await expect(answer).rejects.toMatchObject({ code: 'prompt.badAnswer' });
  }
  expect(channel.conversation.summary.waiting).toHaveLength(1);
  await channel.answer(prompt.id, { kind: 'submitForm', entries: ['18', ''] });
  expect(JSON.parse(await told())).toEqual({ action: 'accept', content: { age: 18 } });
});

it('tells the server that the user declined, or only closed the request', async () => {
  const declined = await ask(name);
  await channel.answer(declined.prompt.id, { kind: 'declineInput' });
  expect(JSON.parse(await declined.told())).toEqual({ action: 'decline' });
  expect(cardOf(declined.prompt)).toMatchObject({ outcome: 'denied' });
  const closed = await ask(name);
  await channel.answer(closed.prompt.id, { kind: 'cancelInput' });
  expect(JSON.parse(await closed.told())).toEqual({ action: 'cancel' });
  expect(cardOf(closed.prompt)).toMatchObject({ outcome: 'cancelled' });
  const again = channel.answer(closed.prompt.id, { kind: 'submitForm', entries: ['Ada'] });
  await expect(again).rejects.toMatchObject({ code: 'prompt.gone' });
});

testInFull('cannot submit a form that it cannot show, but can decline it', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => [`f${index}`, { type: 'string' }]);
  const schemas = [
    JSON.parse('{"type":"object","properties":{"a":{"type":"string"}},"required":["__proto__"]}'),
    { type: 'object', properties: Object.fromEntries(many) },
  ];
  const obstacles = [
    { kind: 'unknownFields', names: ['__proto__'] },
    { kind: 'tooMany', count: 1_000 },
  ];
  for (const [index, schema] of schemas.entries()) {
    const { prompt, told } = await ask(schema);
    expect(prompt.request).toMatchObject({ obstacle: obstacles[index] });
    const answer = channel.answer(prompt.id, { kind: 'submitForm', entries: ['x'] });
    await expect(answer).rejects.toMatchObject({ code: 'prompt.badAnswer' });
    await channel.answer(prompt.id, { kind: 'declineInput' });
    expect(JSON.parse(await told())).toEqual({ action: 'decline' });
  }
});

it('closes the card of a request that the server takes back', async () => {
  const { prompt, told } = await ask(name, { withdrawOn: path('withdrawn') });
  await writeFile(path('withdrawn'), '');
  expect(JSON.parse(await told())).toEqual({ withdrawn: true });
  expect(cardOf(prompt)).toMatchObject({ outcome: 'withdrawn' });
});

it('opens a page only when the user says so, and waits until the server is done', async () => {
  const input = { message: 'Sign in', url, id: 'page-1', on: path('signedIn') };
  const { prompt, told } = await call('visit', input);
  expect(prompt).toMatchObject({
    message: 'Sign in',
    request: { mode: 'page', url, host: { from: 8, to: 19 }, warnings: [] },
  });
  opens = false;
  const refused = channel.answer(prompt.id, { kind: 'openPage' });
  await expect(refused).rejects.toMatchObject({ code: 'prompt.notOpened' });
  opens = true;
  expect(channel.conversation.summary.waiting).toHaveLength(1);
  await channel.answer(prompt.id, { kind: 'openPage' });
  expect(opened.splice(0)).toEqual([url, url]);
  expect(cardOf(prompt)).toMatchObject({ prompt: { request: { stage: 'opened' } } });
  expect(channel.conversation.summary).toMatchObject({ waiting: [], agent: { phase: 'working' } });
  await writeFile(path('signedIn'), '');
  expect(JSON.parse(await told())).toEqual({ action: 'accept' });
  expect(cardOf(prompt)).toMatchObject({ outcome: 'finished' });
});

it('opens no page that the user declines, nor one outside of the web', async () => {
  const declined = await call('visit', { message: 'Sign in', url, id: 'page-2' });
  await channel.answer(declined.prompt.id, { kind: 'declineInput' });
  expect(JSON.parse(await declined.told())).toEqual({ action: 'decline' });
  const script = await call('visit', { message: 'Run', url: 'javascript:alert(1)', id: 'page-3' });
  const answer = channel.answer(script.prompt.id, { kind: 'openPage' });
  await expect(answer).rejects.toMatchObject({ code: 'prompt.badAnswer' });
  await channel.answer(script.prompt.id, { kind: 'cancelInput' });
  expect(JSON.parse(await script.told())).toEqual({ action: 'cancel' });
  expect(opened).toEqual([]);
});

it('holds back a call that needs a page until the user is done there', async () => {
  const { prompt, told } = await call('gated', { url, id: 'page-4', on: path('passed') });
  await channel.answer(prompt.id, { kind: 'openPage' });
  // The CLI repeats the call at once, and the server asks again.
  const held = await nextRequest();
  expect(held).toMatchObject({ id: prompt.id, request: { stage: 'held' } });
  await writeFile(path('passed'), '');
  expect(JSON.parse(await told())).toEqual({ passed: 'page-4' });
  expect(opened.splice(0)).toEqual([url]);
  expect(cardOf(prompt)).toMatchObject({ outcome: 'finished' });
});

it('answers a request between two turns without opening a turn', async () => {
  const turns = channel.conversation.turns.length;
  bed.api.onPrompt('ask later.', [
    toolUse('mcp__asking__later', { message: 'Now?', schema: name, on: path('later') }),
    text('It will.'),
  ]);
  channel.messages.send({ text: 'ask later.', images: [] });
  await watch.turns(turns + 1);
  await writeFile(path('later'), '');
  const prompt = await nextRequest();
  expect(channel.conversation.open).toBeUndefined();
  expect(channel.agent.canSleep).toBe(false);
  await channel.answer(prompt.id, { kind: 'submitForm', entries: ['Ada'] });
  await fileAppears(path('later.answer'));
  expect(channel.conversation.turns).toHaveLength(turns + 1);
  expect(channel.agent.canSleep).toBe(true);
});

it('closes the card when the user stops the turn, and the server hears "cancel"', async () => {
  const { prompt, told } = await ask(name, { answerTo: path('stopped') });
  await channel.agent.stop();
  await told();
  expect(channel.conversation.summary.waiting).toEqual([]);
  expect(cardOf(prompt)).toHaveProperty('outcome');
  await fileAppears(path('stopped'));
  expect(JSON.parse(await readFile(path('stopped'), 'utf8'))).toEqual({ action: 'cancel' });
});

it('closes the card when the process dies: the server is gone, too', async () => {
  const { prompt } = await ask(name);
  process.kill(channel.agent.slot.pid ?? 0, 'SIGKILL');
  await watch.phase('lost');
  expect(channel.conversation.summary.waiting).toEqual([]);
  expect(cardOf(prompt)).toMatchObject({ outcome: 'withdrawn' });
  expect(channel.record.prompts).toEqual([]);
});

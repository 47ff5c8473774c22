import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcpBed } from '../support/acp/acpBed';
import { put } from '../support/channels/reviewBed';
import { recordingLog } from '../support/ide/recordingLog';
import { testInFull } from '../support/inFull';

let bed: AcpBed;

beforeEach(async () => {
  bed = await AcpBed.open();
});
afterEach(() => bed.close());

it('runs a conversation: thoughts, text, an edit with permission, its undo', async () => {
  const path = bed.path('greeting.txt');
  await put(path, 'Hello\n');
  const diff = { type: 'diff', path, oldText: 'Hello\n', newText: 'Good morning\n' };
  const toolCall = {
    toolCallId: '$TOOL',
    title: 'Edit greeting.txt',
    kind: 'edit',
    status: 'pending',
    content: [diff],
    locations: [{ path }],
  };
  const options = [
    { optionId: 'yes', name: 'Sure, go on', kind: 'allow_once' },
    { optionId: 'no', name: 'Better not', kind: 'reject_once' },
  ];
  const talk = await bed.talk({
    turns: [
      {
        match: 'be polite',
        steps: [
          { think: 'A greeting, then.' },
          { tool: toolCall },
          {
            ask: { toolCall, options },
            answers: {
              yes: [
                { write: { path, content: 'Good morning\n' } },
                { toolUpdate: { toolCallId: '$TOOL', status: 'completed' } },
                { say: 'It greets politely now.' },
              ],
            },
          },
        ],
      },
    ],
  });
  talk.send('be polite');
  const prompt = await talk.watch.prompt();
  expect(prompt).toMatchObject({
    kind: 'permission',
    offered: [
      { index: 0, label: 'Sure, go on', effect: 'allowOnce' },
      { index: 1, label: 'Better not', effect: 'rejectOnce' },
    ],
  });
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
  await talk.channel.answer(prompt.id, { kind: 'offered', index: 0 });
  await talk.watch.turns(1);
  expect(talk.said).toBe('It greets politely now.');
  expect(await readFile(path, 'utf8')).toBe('Good morning\n');
  expect(talk.unknowns).toEqual([]);
  expect(bed.edits.reviews.at(path)).toHaveLength(1);
  await bed.undo(talk, path);
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
  expect(bed.edits.reviews.at(path)).toEqual([]);
});

it('offers the options of the agent and sets them', async () => {
  const talk = await bed.talk({
    session: {
      configOptions: [
        {
          id: 'mode',
          name: 'Mode',
          category: 'mode',
          type: 'select',
          currentValue: 'ask',
          options: [
            { value: 'ask', name: 'Ask' },
            { value: 'code', name: 'Code' },
          ],
        },
        { id: 'fast', name: 'Fast', type: 'boolean', currentValue: false },
      ],
    },
  });
  await talk.turn('hello');
  const { summary } = talk.channel.conversation;
  expect(summary.choices.foreign).toMatchObject({
    name: 'scripted',
    title: 'Scripted Agent',
    version: '1.2.3',
  });
  expect(summary.choices.options).toMatchObject([
    { role: 'mode', kind: 'select', value: 'ask' },
    { kind: 'switch', isOn: false },
  ]);
  const [mode, fast] = summary.choices.options ?? [];
  const { live } = talk.channel.agent.slot;
  await live?.setOption?.(fast?.id ?? '', true);
  await live?.setOption?.(mode?.id ?? '', 'code');
  await talk.turn('and now', 2);
  expect(talk.channel.conversation.summary.choices.options).toMatchObject([
    { value: 'code' },
    { isOn: true },
  ]);
});

it('goes on after a restart: history from the log, the session from the agent', async () => {
  const store = bed.path('..', 'kept');
  const orders = { store, turns: [{ steps: [{ say: 'Noted.' }] }] };
  const talk = await bed.talk(orders);
  await talk.turn('remember the milk');
  const { id } = talk.channel;
  await bed.leave();
  const next = await AcpBed.open({ after: bed });
  const again = await next.reopen(id);
  expect(again.said).toBe('Noted.');
  await again.turn('and the bread', 2);
  const methods = again.received.map(({ method }) => method);
  expect(methods.filter(method => method === 'session/new')).toHaveLength(1);
  expect(methods).toContain('session/resume');
  expect(again.notices).toEqual([]);
  await next.leave();
});

it('says so if the agent has forgotten the conversation', async () => {
  const talk = await bed.talk({ turns: [{ steps: [{ say: 'Noted.' }] }] });
  await talk.turn('remember the milk');
  const { id } = talk.channel;
  await bed.leave();
  const next = await AcpBed.open({ after: bed });
  const again = await next.reopen(id);
  expect(again.said).toBe('Noted.');
  await again.turn('what was it?', 2);
  expect(again.notices).toEqual([
    'scripted does not remember what was said before. It continues as in a new conversation.',
  ]);
  await next.leave();
});

it('reads unsaved text, writes, runs commands and passes images and files on', async () => {
  await put(bed.path('a.txt'), 'on disk\n');
  bed.client.unsaved.set(bed.path('a.txt'), 'not saved\nsecond\n');
  const talk = await bed.talk({
    turns: [
      {
        match: 'work',
        steps: [
          { read: { path: '$CWD/a.txt', line: 2, limit: 1 } },
          { read: '$CWD/none.txt' },
          { read: '/etc/hostname' },
          { write: { path: '$CWD/sub/new.txt', content: 'made\n' } },
          { terminal: { command: process.execPath, args: ['-e', 'console.log(6*7)'] } },
        ],
      },
    ],
  });
  talk.channel.messages.send({
    text: 'work on @a.txt',
    images: [{ name: 'p.png', mediaType: 'image/png', data: 'aGk=' }],
  });
  await talk.watch.turns(1);
  expect(talk.said).toBe('second\n[-32002][-32603]42\n[0]');
  expect(await readFile(bed.path('sub/new.txt'), 'utf8')).toBe('made\n');
  expect(bed.edits.reviews.at(bed.path('sub/new.txt'))).toHaveLength(1);
  const prompt = talk.received.find(({ method }) => method === 'session/prompt');
  expect(prompt).toMatchObject({
    params: {
      prompt: [
        { type: 'text', text: 'work on @a.txt' },
        { type: 'resource_link', name: 'a.txt' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
    },
  });
});

it('lets the user sign in by the agent’s own way', async () => {
  bed.client.signedIn = { id: 'browser' };
  const talk = await bed.talk({
    needsSignIn: true,
    authMethods: [{ id: 'browser', name: 'Log in with Scripted' }],
  });
  await talk.turn('hello');
  expect(talk.said).toBe('You said: hello');
  expect(bed.client.offered).toEqual(['Log in with Scripted']);
});

it('lets the user sign in by a command of the agent, and goes on with a new process', async () => {
  const file = bed.path('..', 'signed-in');
  bed.client.signedIn = { id: 'here' };
  const way = { id: 'here', name: 'Log in here', type: 'terminal', args: ['--login'] };
  const orders = { needsSignIn: true, signIn: { file }, authMethods: [way] };
  const talk = await bed.talk(orders);
  await talk.turn('hello');
  expect(talk.said).toBe('You said: hello');
  const starts = talk.report.filter(({ event }) => event === 'start');
  expect(starts.map(({ argv }) => argv)).toEqual([[], ['--login'], []]);
  expect(existsSync(file)).toBe(true);
  expect(talk.received.filter(({ method }) => method === 'authenticate')).toEqual([]);
  await talk.turn('and now', 2);
  expect(bed.client.offered).toEqual(['Log in here']);
});

it('gives variables that the user enters to the agent’s process, and stores them nowhere', async () => {
  const variable = 'SCRIPTED_KEY';
  bed.client.signedIn = { id: 'key', env: { [variable]: 'very-secret-value' } };
  const vars = [{ name: variable, label: 'Key' }];
  const authMethods = [{ id: 'key', name: 'Use a key', type: 'env_var', vars }];
  const talk = await bed.talk({ needsSignIn: true, signIn: { variable }, authMethods, report: '' });
  await talk.turn('hello');
  expect(talk.said).toBe('You said: hello');
  const files = readdirSync(bed.home.root, { recursive: true, withFileTypes: true });
  const texts = files.flatMap(file =>
    file.isFile() ? [readFileSync(join(file.parentPath, file.name), 'utf8')] : [],
  );
  expect(texts.some(text => text.includes('You said: hello'))).toBe(true);
  expect(texts.filter(text => text.includes('very-secret-value'))).toEqual([]);
});

it('names the agent’s ways to sign in if the user does not', async () => {
  const talk = await bed.talk({
    needsSignIn: true,
    authMethods: [{ id: 'browser', name: 'Log in with Scripted' }],
  });
  talk.send('hello');
  const detail = await talk.watch.until(
    'the reason',
    ({ conversation }) => conversation.summary.agent.detail,
  );
  expect(detail).toContain('Log in with Scripted');
  await talk.watch.until('the draft', ({ record }) => record.draft.text === 'hello');
});

it('lists, adopts, renames and deletes conversations', async () => {
  const store = bed.path('..', 'kept');
  const keeps = { agentCapabilities: { sessionCapabilities: { delete: null } } };
  const turns = [{ steps: [{ say: 'Noted.' }] }];
  const talk = await bed.talk({ store, turns, initialize: keeps });
  await talk.turn('remember the milk');
  await bed.leave();
  const listed = await bed.launcher.agentSessions('scripted', bed.home.workspace);
  expect(listed).toHaveLength(1);
  const [own] = await bed.launcher.list();
  expect(own).toMatchObject({ agent: 'scripted', firstText: 'remember the milk' });
  const id = own?.id ?? ('' as never);
  // A session that is known already stays one conversation.
  expect(listed?.[0] && (await bed.launcher.adopt('scripted', listed[0]))).toBe(id);
  await bed.launcher.delete(id);
  expect(await bed.launcher.knows(id)).toBe(false);
  const adopted = listed?.[0] && (await bed.launcher.adopt('scripted', listed[0]));
  const next = await AcpBed.open({ after: bed });
  const again = await next.openSession(adopted ?? id);
  await again.turn('go on', 2);
  expect(again.said).toBe('Noted.\nNoted.');
  await next.launcher.rename(adopted ?? id, 'Milk');
  expect(await next.launcher.stored(adopted ?? id)).toMatchObject({ title: 'Milk' });
  await next.leave();
});

it('closes a session before its process ends, and deletes the agent’s copy with ours', async () => {
  const store = bed.path('..', 'kept');
  const talk = await bed.talk({ store });
  await talk.turn('remember the milk');
  const { sessionId } = talk.channel.record;
  await bed.registry.close(talk.channel.id);
  const last = () => talk.received.at(-1);
  expect(last()).toMatchObject({
    method: 'session/close',
    params: { sessionId: expect.stringMatching(/^scripted-/) },
  });
  expect(readdirSync(store)).toHaveLength(1);
  await bed.launcher.delete(sessionId);
  expect(await bed.launcher.list()).toEqual([]);
  await expect.poll(() => readdirSync(store)).toEqual([]);
  await expect.poll(() => bed.left()).toEqual([]);
});

testInFull(
  'forgets a conversation that its agent will not delete, and says so in the log',
  async () => {
    const log = recordingLog();
    const other = await AcpBed.open({ home: bed.home, log });
    const errors = { 'session/delete': { code: -32603, message: 'I keep everything' } };
    const talk = await other.talk({ errors });
    await talk.turn('remember the milk');
    const { sessionId } = talk.channel.record;
    await other.registry.close(talk.channel.id);
    await other.launcher.delete(sessionId);
    expect(await other.launcher.knows(sessionId)).toBe(false);
    await expect.poll(() => JSON.stringify(log.lines)).toContain('I keep everything');
    await other.leave();
  },
);

testInFull(
  'signs the user out of an agent that offers it, and says what to do about refusals',
  async () => {
    const talk = await bed.talk({ initialize: { agentCapabilities: { auth: { logout: {} } } } });
    await bed.launcher.signOut('scripted', bed.home.workspace);
    expect(talk.received.at(-1)).toMatchObject({ method: 'logout' });
    bed.script({});
    await expect(bed.launcher.signOut('scripted', bed.home.workspace)).rejects.toThrow(
      'scripted does not offer to sign out through Tandem. Run it in a terminal',
    );
    bed.script({
      errors: { 'session/list': { code: -32000, message: 'Authentication required' } },
    });
    await expect(bed.launcher.agentSessions('scripted', bed.home.workspace)).rejects.toThrow(
      'scripted needs you to sign in first. Start a conversation with it',
    );
    expect(await bed.left()).toEqual([]);
  },
);

it('lets agents work in the folders of the setting, and names them where they can be named', async () => {
  const beside = join(bed.home.root, 'beside');
  await put(join(beside, 'b.txt'), 'from beside\n');
  const other = await AcpBed.open({ home: bed.home, folders: [beside, bed.home.workspace] });
  const initialize = {
    agentCapabilities: { sessionCapabilities: { additionalDirectories: {} } },
  };
  const turns = [{ steps: [{ read: join(beside, 'b.txt') }] }];
  const talk = await other.talk({ initialize, turns });
  await talk.turn('read it');
  expect(talk.said).toBe('from beside\n');
  const params = () => talk.received.findLast(({ method }) => method === 'session/new')?.params;
  expect(params()).toMatchObject({ additionalDirectories: [beside] });
  const plain = await other.talk({ turns });
  await plain.turn('read it');
  expect(plain.said).toBe('from beside\n');
  expect(params()).not.toHaveProperty('additionalDirectories');
  await other.leave();
});

it('forks a conversation, and both go on by themselves', async () => {
  const source = await bed.talk({ store: bed.path('..', 'kept') });
  await source.turn('one');
  const fork = bed.talkIn(await bed.registry.forkWhole(source.channel));
  expect(fork.channel.title).toBe('one (fork)');
  expect(fork.said).toBe('You said: one');
  await fork.channel.agent.resume();
  await source.turn('two', 2);
  await fork.turn('else', 2);
  expect(fork.said).toBe('You said: one\nYou said: else');
  expect(source.said).toBe('You said: one\nYou said: two');
  const prompts = source.received.filter(({ method }) => method === 'session/prompt');
  const ids = prompts.map(({ params }) => (params as { sessionId: string }).sessionId);
  expect(ids).toEqual([ids[0], ids[0], expect.stringMatching(/^scripted-fork-/)]);
  const { sessionId } = fork.channel.record;
  await bed.leave();
  const next = await AcpBed.open({ after: bed });
  const again = await next.openSession(sessionId);
  expect(again.said).toBe('You said: one\nYou said: else');
  expect(fork.notices).toEqual([]);
  await next.leave();
});

it('leaves nothing of a fork in which nothing was said, and none of an empty conversation', async () => {
  const source = await bed.talk({ store: bed.path('..', 'kept') });
  await expect(bed.registry.forkWhole(source.channel)).rejects.toThrow('no message to fork from');
  await source.turn('one');
  const fork = await bed.registry.forkWhole(source.channel);
  await fork.agent.resume();
  const logs = () => readdirSync(join(bed.home.root, 'storage', 'acp')).length;
  expect(logs()).toBe(3);
  await bed.registry.close(fork.id);
  await expect.poll(logs).toBe(2);
});

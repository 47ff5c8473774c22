import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcpBed } from '../support/acp/acpBed';
import { put } from '../support/channels/reviewBed';

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
    'scripted does not remember what was said before. It goes on as with a new conversation.',
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
  const talk = await bed.talk({ store, turns: [{ steps: [{ say: 'Noted.' }] }] });
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

import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { JsonObject } from '../../../../src/base/json';
import type { FileChange } from '../../../../src/contract/content';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ChannelId, PromptId, ToolCallId } from '../../../../src/contract/ids';
import type { OfferedAnswer, PermissionPrompt } from '../../../../src/contract/prompts';
import type {
  EditedInput,
  ProposalPresenter,
} from '../../../../src/core/conversation/permissionBroker';
import {
  PermissionBroker,
  type StoredPrompt,
} from '../../../../src/core/conversation/permissionBroker';
import type { PermissionAnswer, PermissionRequest } from '../../../../src/protocol/agentSource';
import { ask } from '../../transcript/events';

class RecordingPresenter implements ProposalPresenter {
  readonly opened: PromptId[] = [];
  readonly closed: PromptId[] = [];
  edited: EditedInput | undefined;
  changed: FileChange | undefined;

  open(_channel: ChannelId, prompt: PromptId): void {
    this.opened.push(prompt);
  }

  async change(): Promise<FileChange | undefined> {
    return this.changed;
  }

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  async editedInput(): Promise<EditedInput | undefined> {
    return this.edited;
  }

  async close(prompt: PromptId): Promise<void> {
    this.closed.push(prompt);
  }
}

function setUp() {
  const events: ConversationEvent[] = [];
  const late: { stored: StoredPrompt; decision: PermissionAnswer }[] = [];
  const presenter = new RecordingPresenter();
  const broker = new PermissionBroker(
    'channel' as ChannelId,
    presenter,
    emitted => events.push(...emitted),
    () => 1,
    async () => undefined,
    (stored, decision) => late.push({ stored, decision }),
  );
  return { broker, events, room: presenter, late };
}

function request(id: string, input: JsonObject = { command: 'ls' }): PermissionRequest {
  const toolId = `toolu_${id}` as ToolCallId;
  const prompt = ask(id, toolId, {
    suggestions: [
      { type: 'addRules', index: 0, rules: ['Bash(ls)'], destination: 'localSettings' },
      { type: 'setMode', index: 1, mode: 'acceptEdits', destination: 'session' },
    ],
  });
  return { prompt, tool: 'Bash', input };
}

const never = new AbortController().signal;
const id = (text: string) => text as PromptId;
const toolOf = (prompt: string) => `toolu_${prompt}` as ToolCallId;

it('saves nothing with "Allow Once"', async () => {
  const { broker } = setUp();
  const decided = broker.decide(request('p1'), never);
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  expect(await decided).toEqual({ kind: 'allow', input: { command: 'ls' }, apply: [] });
});

it('saves only the offered rules for "Always Allow", to the chosen destination', async () => {
  const { broker } = setUp();
  const decided = broker.decide(request('p1'), never);
  await broker.answer(id('p1'), { kind: 'allowAlways', destination: 'session' });
  expect(await decided).toMatchObject({ apply: [{ index: 0, destination: 'session' }] });
});

it('applies a single offered suggestion and rejects an unknown one', async () => {
  const { broker } = setUp();
  const decided = broker.decide(request('p1'), never);
  await expect(broker.answer(id('p1'), { kind: 'allowWith', suggestion: 5 })).rejects.toMatchObject(
    { code: 'prompt.badAnswer' },
  );
  await broker.answer(id('p1'), { kind: 'allowWith', suggestion: 1 });
  expect(await decided).toMatchObject({ apply: [{ index: 1 }] });
});

it('accepts the first of two answers and rejects the second', async () => {
  const { broker } = setUp();
  const decided = broker.decide(request('p1'), never);
  const first = broker.answer(id('p1'), { kind: 'allowOnce' });
  await expect(broker.answer(id('p1'), { kind: 'deny' })).rejects.toMatchObject({
    code: 'prompt.gone',
  });
  await first;
  expect((await decided).kind).toBe('allow');
});

it('shows the lines that an edit would change, and stores the request without them', async () => {
  const { broker, events, room } = setUp();
  room.changed = { path: '/work/a.ts', hunks: [], added: 1, removed: 0 };
  const edit = {
    ...{ path: '/work/a.ts', kind: 'text' as const, label: 'a.ts' },
    ...{ sides: () => ({ before: '', after: '' }), inputFor: () => ({}) },
  };
  const decided = broker.decide({ ...request('p1'), edit }, never);
  await expect.poll(() => events).toMatchObject([{ prompt: { change: { added: 1 } } }]);
  expect(broker.waiting[0]?.prompt).not.toHaveProperty('change');
  // The file may be another one by the time at which the session is resumed.
  broker.interrupt();
  expect(events.at(-1)).not.toHaveProperty('prompt.change');
  broker.withdrawAll();
  expect((await Promise.race([decided, undefined])) ?? 'withdrawn').toBe('withdrawn');
});

it('keeps several prompts open and accepts answers in any order', async () => {
  const { broker, events } = setUp();
  const first = broker.decide(request('p1'), never);
  const second = broker.decide(request('p2'), never);
  expect(broker.waiting.map(stored => stored.prompt.id)).toEqual(['p1', 'p2']);
  // The broker first persists the requests.
  await Promise.resolve();
  await broker.answer(id('p2'), { kind: 'deny', message: 'not now' });
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  expect(await second).toEqual({ kind: 'deny', message: 'not now' });
  expect((await first).kind).toBe('allow');
  expect(events.map(event => event.type)).toEqual([
    'prompt.opened',
    'prompt.opened',
    'prompt.closed',
    'prompt.closed',
  ]);
});

it('closes a prompt that the agent withdraws', async () => {
  const { broker, events, room: presenter } = setUp();
  const abort = new AbortController();
  void broker.decide(request('p1'), abort.signal);
  abort.abort();
  expect(events.at(-1)).toMatchObject({ type: 'prompt.closed', outcome: 'withdrawn' });
  expect(presenter.closed).toEqual(['p1']);
  await expect(broker.answer(id('p1'), { kind: 'allowOnce' })).rejects.toMatchObject({
    code: 'prompt.gone',
  });
});

it('allows the call with the edited input and reports the edit once', async () => {
  const { broker, room: presenter } = setUp();
  presenter.edited = { input: { command: 'ls -a' }, feedback: 'All of them.' };
  const decided = broker.decide(request('p1'), never);
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  expect(await decided).toMatchObject({ input: { command: 'ls -a' } });
  expect(broker.takeFeedback(toolOf('p1'))).toBe('All of them.');
  expect(broker.takeFeedback(toolOf('p1'))).toBeUndefined();
});

it('reports nothing for a proposal that was left unedited, or edited and denied', async () => {
  const { broker, room: presenter } = setUp();
  const left = broker.decide(request('p1'), never);
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  presenter.edited = { input: {}, feedback: 'Edited.' };
  const denied = broker.decide(request('p2'), never);
  await broker.answer(id('p2'), { kind: 'deny' });
  await Promise.all([left, denied]);
  expect([broker.takeFeedback(toolOf('p1')), broker.takeFeedback(toolOf('p2'))]).toEqual([
    undefined,
    undefined,
  ]);
});

it('reports an edited proposal with the call that the resumed process repeats', async () => {
  const { broker, room: presenter, late } = setUp();
  presenter.edited = { input: { command: 'ls -a' }, feedback: 'All of them.' };
  void broker.decide(request('p1'), never);
  broker.interrupt();
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  for (const { stored, decision } of late) broker.allowNext(stored, decision);
  expect(await broker.decide(request('p2'), never)).toMatchObject({ input: { command: 'ls -a' } });
  expect(broker.takeFeedback(toolOf('p2'))).toBe('All of them.');
  expect(broker.takeFeedback(toolOf('p1'))).toBeUndefined();
});

it('marks open prompts as interrupted on process exit and forwards late answers', async () => {
  const { broker, events, late } = setUp();
  void broker.decide(request('p1'), never);
  broker.interrupt();
  expect(events.at(-1)).toMatchObject({ type: 'prompt.opened', prompt: { interrupted: 'exit' } });
  await broker.answer(id('p1'), { kind: 'allowOnce' });
  expect(late).toMatchObject([{ stored: { tool: 'Bash' }, decision: { kind: 'allow' } }]);
});

it('answers a repeated request automatically only if tool and input match', async () => {
  const { broker } = setUp();
  const [stored] = [{ prompt: request('p1').prompt, tool: 'Bash', input: { command: 'ls' } }];
  const decision: PermissionAnswer = { kind: 'allow', input: { command: 'ls' }, apply: [] };
  broker.allowNext(stored, decision);
  expect(await broker.decide(request('p2'), never)).toEqual(decision);

  broker.allowNext(stored, decision);
  void broker.decide(request('p3', { command: 'rm -rf .' }), never);
  expect(broker.waiting.map(open => open.prompt.id)).toEqual(['p3']);
  // The other call has used up the allowance.
  void broker.decide(request('p4'), never);
  expect(broker.waiting.map(open => open.prompt.id)).toEqual(['p3', 'p4']);
});

it('saves for a repeated request what was on the answered card, wherever it is offered now', async () => {
  const { broker } = setUp();
  const { prompt } = request('p1');
  const stored = { prompt, tool: 'Bash', input: { command: 'ls' } };
  const destination = 'userSettings' as const;
  const allowAlways: PermissionAnswer = {
    kind: 'allow',
    input: { command: 'ls' },
    apply: [{ index: 0, destination }],
  };
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const;
  const rule = { type: 'addRules', rules: ['Bash(ls)'], destination: 'localSettings' } as const;
  const wider = { ...rule, rules: ['Bash'] };
  const answerTo = async (
    ...suggestions: readonly (typeof mode | typeof rule | typeof wider)[]
  ) => {
    broker.allowNext(stored, allowAlways);
    const offered = suggestions.map((one, index) => ({ ...one, index }));
    const answer = await broker.decide(
      { ...request('p2'), prompt: ask('p2', toolOf('p2'), { suggestions: offered }) },
      never,
    );
    return answer.kind === 'allow' ? answer.apply : undefined;
  };
  expect(await answerTo(rule, mode)).toEqual([{ index: 0, destination }]);
  expect(await answerTo(mode, rule)).toEqual([{ index: 1, destination }]);
  expect(await answerTo(mode)).toEqual([]);
  expect(await answerTo(wider, mode)).toEqual([]);
});

it('forwards an answer as late if the process dies while the answer is on its way', async () => {
  const { broker, late, room } = setUp();
  void broker.decide(request('a'), new AbortController().signal);
  await Promise.resolve();
  const reading = new Deferred<undefined>();
  room.editedInput = () => reading.promise;
  const answered = broker.answer('a' as PromptId, { kind: 'allowOnce' });
  broker.interrupt();
  reading.resolve(undefined);
  await answered;
  expect(late).toMatchObject([{ stored: { prompt: { id: 'a' } }, decision: { kind: 'allow' } }]);
});

it('decides about an answer once the exit of a dead process has been dealt with', async () => {
  const { broker, late } = setUp();
  void broker.decide(request('a'), new AbortController().signal);
  await Promise.resolve();
  const answered = broker.answer('a' as PromptId, { kind: 'deny' }, async () => broker.interrupt());
  await answered;
  expect(late).toMatchObject([{ decision: { kind: 'deny' } }]);
});

it('denies what a live process waits for, and withdraws the rest', async () => {
  const { broker, events, late } = setUp();
  void broker.decide(request('old'), new AbortController().signal);
  await Promise.resolve();
  broker.interrupt();
  const decided = broker.decide(request('new'), new AbortController().signal);
  await Promise.resolve();
  broker.denyAll();
  expect(await decided).toMatchObject({ kind: 'deny' });
  expect(events.filter(event => event.type === 'prompt.closed')).toMatchObject([
    { promptId: 'old', outcome: 'withdrawn' },
    { promptId: 'new', outcome: 'denied' },
  ]);
  expect(late).toEqual([]);
});

it('knows which requests were in view, as long as they wait', async () => {
  const { broker } = setUp();
  broker.noteSeen(id('p1'));
  const decided = broker.decide(request('p1'), never);
  expect(broker.hasSeen(id('p1'))).toBe(false);
  broker.noteSeen(id('p1'));
  expect(broker.hasSeen(id('p1'))).toBe(true);
  broker.interrupt();
  expect(broker.hasSeen(id('p1'))).toBe(true);
  broker.withdrawAll();
  expect(broker.hasSeen(id('p1'))).toBe(false);
  void decided;
});

it('takes what was shown elsewhere as seen only by an answer that names it', async () => {
  const { broker } = setUp();
  const decided = broker.decide(request('p1'), never);
  broker.noteShown(id('p1'));
  expect(broker.hasSeen(id('p1'))).toBe(false);
  expect(broker.hasSeen(id('p1'), { isNamed: true })).toBe(true);
  broker.withdrawAll();
  expect(broker.hasSeen(id('p1'), { isNamed: true })).toBe(false);
  void decided;
});

it('does not wait on after the agent has withdrawn its request', async () => {
  const { broker } = setUp();
  const abort = new AbortController();
  const decision = broker.decide(request('1'), abort.signal);
  abort.abort();
  expect(await decision).toMatchObject({ kind: 'deny' });
});

/** A request of a foreign agent with its own answers. */
function foreign(prompt: string, effects: readonly OfferedAnswer['effect'][]): PermissionRequest {
  const offered = effects.map((effect, index) => ({ index, effect, label: `Say ${effect}` }));
  const asked = request(prompt);
  return { ...asked, prompt: { ...asked.prompt, offered } as PermissionPrompt };
}

it.each([
  ['allowOnce', { kind: 'allow', input: { command: 'ls' }, apply: [], offered: 1 }],
  ['allowAlways', { kind: 'allow', input: { command: 'ls' }, apply: [], offered: 0 }],
  ['deny', { kind: 'deny', message: expect.any(String), offered: 3 }],
] as const)('takes the foreign agent’s own answer for a plain %s', async (kind, expected) => {
  const { broker } = setUp();
  const effects = ['allowAlways', 'allowOnce', 'rejectAlways', 'rejectOnce'] as const;
  const decided = broker.decide(foreign('p1', effects), never);
  await broker.answer(
    id('p1'),
    kind === 'allowAlways' ? { kind, destination: 'session' } : { kind },
  );
  expect(await decided).toEqual(expected);
});

it('allows no more than was meant, and denies without an answer of the agent’s', async () => {
  const { broker } = setUp();
  const decided = broker.decide(foreign('p1', ['allowAlways', 'rejectAlways']), never);
  await expect(broker.answer(id('p1'), { kind: 'allowOnce' })).rejects.toMatchObject({
    code: 'prompt.badAnswer',
  });
  await broker.answer(id('p1'), { kind: 'deny' });
  expect(await decided).not.toHaveProperty('offered');
});

it('repeats an answer by its words, as another process may offer them in another order', async () => {
  const { broker } = setUp();
  const stored = foreign('p1', ['allowOnce', 'allowAlways']);
  const allowed = { kind: 'allow', input: stored.input, apply: [], offered: 1 } as const;
  broker.allowNext(stored, allowed);
  const again = broker.decide(foreign('p2', ['rejectOnce', 'allowOnce', 'allowAlways']), never);
  expect(await again).toMatchObject({ kind: 'allow', offered: 2 });
  broker.allowNext(stored, allowed);
  void broker.decide(foreign('p3', ['allowOnce']), never);
  expect(broker.has(id('p3'))).toBe(true);
});

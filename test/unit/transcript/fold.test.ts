import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { PromptId, SessionId } from '../../../src/contract/ids';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { testInFull } from '../../support/inFull';
import { allRecordings, processesOf } from '../../support/recordings/recording';
import { replay } from '../../support/recordings/replay';
import {
  ask,
  call,
  ended,
  foldAll,
  items,
  messageId,
  pageRequest,
  sent,
  started,
  text,
  tool,
  toolId,
} from './events';

describe('turns', () => {
  test('a prompt opens the turn that the agent then starts', () => {
    const { open, turns } = foldAll([sent('p'), started('t')]);
    expect(turns).toEqual([]);
    expect(open).toMatchObject({ id: 't', origin: 'person', items: [{ kind: 'prompt' }] });
  });

  test('a compaction before the start belongs to the turn', () => {
    const { open, turns } = foldAll([
      sent('p'),
      { type: 'notice', at: 1, notice: { kind: 'compacting' } },
      started('t'),
    ]);
    expect(turns).toEqual([]);
    expect(open?.id).toBe('t');
  });

  test('a start closes a turn that is still open', () => {
    const { turns, open } = foldAll([started('a'), ...text('b1', 'x'), started('b')]);
    expect(turns.map(turn => turn.id)).toEqual(['a']);
    expect(items(turns[0])).toMatchObject([{ text: 'x', isStreaming: false }]);
    expect(open?.id).toBe('b');
  });

  test('an end without a turn shows only errors', () => {
    expect(foldAll([ended()]).turns).toEqual([]);
    const error = { kind: 'error' as const, reason: 'execution' as const, message: 'no session' };
    const { turns } = foldAll([{ type: 'turn.ended', at: 5, outcome: error }]);
    expect(turns).toMatchObject([{ outcome: error, items: [] }]);
  });

  test('turns that nobody announced have ids of their own, even in one millisecond', () => {
    const notice = { type: 'unknown', what: 'x', at: 7 } as const;
    const { turns } = foldAll([notice, ended(), notice, ended(), notice, ended()]);
    expect(turns).toHaveLength(3);
    expect(new Set(turns.map(({ id }) => id)).size).toBe(3);
  });

  test('an empty completed turn leaves nothing', () => {
    expect(foldAll([started('t'), ended()])).toMatchObject({ turns: [], open: undefined });
  });

  test('prompts move into the turn that answers them', () => {
    const { turns, open } = foldAll([
      sent('first'),
      started('a'),
      ...text('b1', 'x'),
      sent('second'),
      ended(),
      {
        type: 'turn.started',
        turnId: 'b' as never,
        at: 5,
        origin: 'person',
        messageIds: [messageId('second')],
      },
    ]);
    expect(items(turns[0]).map(item => item.key)).toEqual(['prompt:first', 'block:b1']);
    expect(items(open).map(item => item.key)).toEqual(['prompt:second']);
  });

  test('the turn that answers its own prompts keeps them', () => {
    const { turns } = foldAll([
      sent('first'),
      {
        type: 'turn.started',
        turnId: 'a' as never,
        at: 1,
        origin: 'person',
        messageIds: [messageId('first')],
      },
      ...text('b1', 'x'),
      ended(),
    ]);
    expect(items(turns[0]).map(item => item.key)).toEqual(['prompt:first', 'block:b1']);
  });

  test('/clear resets turns, to-dos and usage, and keeps session and settings', () => {
    const { turns, open, summary } = foldAll([
      { type: 'session.changed', sessionId: 's' as SessionId, title: 'old' },
      { type: 'settings.changed', settings: { mode: 'plan' } },
      { type: 'todos.changed', todos: [{ id: '1', text: 'a', status: 'pending' }] },
      { type: 'usage.changed', usage: { costUsd: 1 } },
      started('t'),
      ...text('b', 'x'),
      ended(),
      { type: 'conversation.cleared' },
    ]);
    expect({ turns, open }).toEqual({ turns: [], open: undefined });
    expect(summary).toMatchObject({
      sessionId: 's',
      todos: [],
      usage: {},
      settings: { mode: 'plan' },
    });
    expect(summary.title).toBeUndefined();
  });

  testInFull('each turn of a recording folds the same alone as among the others', () => {
    let compared = 0;
    // "queue" sends one id twice, which our hosts never do.
    for (const { rows } of allRecordings().filter(({ scenario }) => scenario !== 'queue')) {
      for (const process of processesOf(rows)) {
        const { events, conversation, cleared } = replay(process);
        if (cleared.length > 0 || conversation.open || conversation.turns.length < 2) {
          continue;
        }
        const parts = splitTurns(events);
        if (parts.some(part => part.some(isLate))) {
          continue;
        }
        const alone = parts.flatMap(part => foldAll(part).turns);
        expect(alone).toEqual(conversation.turns);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

/** Splits the events after the end of each turn. */
function splitTurns(events: readonly ConversationEvent[]): ConversationEvent[][] {
  const parts: ConversationEvent[][] = [[]];
  for (const event of events) {
    parts.at(-1)?.push(event);
    if (event.type === 'turn.ended') {
      parts.push([]);
    }
  }
  return parts;
}

/**
 * Returns whether an event belongs to an earlier or later turn: background work and queued prompts.
 */
function isLate(event: ConversationEvent, _: number, part: readonly ConversationEvent[]): boolean {
  if (event.type === 'tool.updated') {
    const isKnown = part.some(
      other => other.type === 'tool.updated' && other.call.status === 'running',
    );
    return event.call.parentToolId !== undefined || !isKnown || event.call.family === 'agent';
  }
  return event.type === 'turn.started' && (event.messageIds?.length ?? 0) > 1;
}

describe('blocks', () => {
  test('grow by deltas and end with their final text', () => {
    const grown = foldAll([started('t'), ...text('b', 'he', 'llo')]);
    expect(items(grown.open)).toMatchObject([{ text: 'hello', isStreaming: true }]);
    const { open } = foldAll([{ type: 'block.ended', blockId: 'b', text: 'Hello.' }], grown);
    expect(items(open)).toMatchObject([{ text: 'Hello.', isStreaming: false }]);
  });

  test('disappear when they are discarded, even from a closed turn', () => {
    const discard: ConversationEvent = { type: 'block.discarded', blockId: 'b' };
    expect(items(foldAll([started('t'), ...text('b', 'x'), discard]).open)).toEqual([]);
    const { turns } = foldAll([started('t'), ...text('b', 'x'), ...text('c'), ended(), discard]);
    expect(items(turns[0]).map(item => item.key)).toEqual(['block:c']);
  });

  test('change nothing if they were never started', () => {
    const before = foldAll([started('t'), ...text('b', 'x')]);
    const strays: ConversationEvent[] = [
      { type: 'block.delta', blockId: 'gone', text: 'x' },
      { type: 'block.ended', blockId: 'gone' },
      { type: 'block.discarded', blockId: 'gone' },
      { type: 'tool.delta', toolId: toolId('gone'), argument: 'a', text: 'x' },
      { type: 'tool.discarded', toolId: toolId('gone') },
      { type: 'tool.progress', toolId: toolId('gone'), progress: {} },
      { type: 'prompt.closed', promptId: 'gone' as PromptId, outcome: 'allowed' },
    ];
    for (const stray of strays) {
      expect(fold(before, stray).open).toBe(before.open);
    }
  });

  test('keep the duration and the redaction of thinking', () => {
    const { open } = foldAll([
      { type: 'block.started', blockId: 'b', source: 'm', kind: 'thinking', at: 1 },
      { type: 'block.ended', blockId: 'b', durationMs: 7, isRedacted: true },
    ]);
    expect(items(open)).toMatchObject([
      { kind: 'thinking', text: '', durationMs: 7, isRedacted: true },
    ]);
  });

  test('share unchanged parts with the previous state', () => {
    const before = foldAll([
      started('a'),
      ...text('x', 'y'),
      ended(),
      started('b'),
      ...text('b', 'x'),
    ]);
    const after = fold(before, { type: 'block.delta', blockId: 'b', text: 'y' });
    expect(after.turns).toBe(before.turns);
    expect(after.summary).toBe(before.summary);
    expect(before.open?.items).toMatchObject([{ text: 'x' }]);
  });
});

describe('tool calls', () => {
  test('show the argument being written until the input is complete', () => {
    const draft = (written: string): ConversationEvent => ({
      type: 'tool.delta',
      toolId: toolId('t1'),
      argument: 'command',
      text: written,
    });
    const writing = foldAll([started('t'), tool('t1', 'pending'), draft('ls'), draft(' -l')]);
    expect(items(writing.open)).toMatchObject([{ draft: { argument: 'command', text: 'ls -l' } }]);
    const { open } = foldAll(
      [tool('t1', 'running', { input: { command: 'ls -l' } } as never)],
      writing,
    );
    expect(items(open)[0]).not.toHaveProperty('draft');
    const misfit = foldAll([tool('t1', 'failed', { otherInput: { raw: '{' } })], writing);
    expect(items(misfit.open)[0]).not.toHaveProperty('draft');
  });

  test('disappear when they are discarded', () => {
    const { open } = foldAll([
      started('t'),
      tool('t1', 'pending'),
      { type: 'tool.discarded', toolId: toolId('t1') },
    ]);
    expect(items(open)).toEqual([]);
  });

  test('run from their approval on, if the user took time for it', () => {
    const asked = foldAll([
      started('t'),
      tool('t1', 'running', {}, 5),
      tool('t1', 'pending', {}, 8),
    ]);
    const late = foldAll(
      [tool('t1', 'running', {}, 9_000), tool('t1', 'running', {}, 9_500)],
      asked,
    );
    expect(items(late.open)).toMatchObject([{ at: 5, runningAt: 9_000 }]);
    const soon = foldAll([tool('t1', 'running', {}, 500)], asked);
    expect(items(soon.open)[0]).not.toHaveProperty('runningAt');
  });

  test('keep their end time on later updates', () => {
    const { open } = foldAll([started('t'), tool('t1', 'done', {}, 5), tool('t1', 'done', {}, 8)]);
    expect(items(open)).toMatchObject([{ endedAt: 5 }]);
  });

  test('change in the turn that started them, even in the background', () => {
    const { turns, open } = foldAll([
      started('a'),
      tool('t1', 'running'),
      ended(),
      started('b'),
      tool('t1', 'done'),
    ]);
    expect(items(turns[0])).toMatchObject([{ call: { status: 'done' } }]);
    expect(items(open)).toEqual([]);
  });

  test('join the turn of their background subagent, like its text and prompts', () => {
    const { turns, open } = foldAll([
      started('a'),
      tool('agent', 'running'),
      ended(),
      tool('child', 'running', { parentToolId: toolId('agent') }),
      {
        type: 'block.started',
        blockId: 'b',
        source: 'm',
        kind: 'text',
        at: 4,
        parentToolId: toolId('agent'),
      },
      { type: 'prompt.opened', prompt: ask('p', 'child'), at: 5 },
    ]);
    expect(items(turns[0]).map(item => item.key)).toEqual([
      'tool:agent',
      'tool:child',
      'block:b',
      'ask:p',
    ]);
    expect(open).toBeUndefined();
  });

  test('end with their turn if they never began, while running ones may outlive it', () => {
    const { turns } = foldAll([
      started('a'),
      tool('t1', 'pending'),
      tool('t2', 'running'),
      ended(),
    ]);
    expect(items(turns[0])).toMatchObject([
      { call: { status: 'interrupted' } },
      { call: { status: 'running' } },
    ]);
  });

  test('may be at work elsewhere if another process has the turn', () => {
    const { turns } = foldAll([
      started('a'),
      tool('t1', 'pending'),
      { type: 'turn.ended', at: 9, outcome: { kind: 'elsewhere' } },
    ]);
    expect(items(turns[0])).toMatchObject([{ call: { status: 'running' } }]);
  });

  test('end with the process, in any turn', () => {
    const { turns } = foldAll([
      started('a'),
      tool('t1', 'running'),
      ended(),
      started('b'),
      tool('t2', 'running'),
      { type: 'turn.ended', at: 9, outcome: { kind: 'lost', message: 'killed' } },
    ]);
    const statuses = turns
      .flatMap(turn => turn.items)
      .map(item => item.kind === 'tool' && item.call.status);
    expect(statuses).toEqual(['interrupted', 'interrupted']);
  });
});

describe('prompts and notices', () => {
  test('a request of a server belongs to the open turn, or to the last one', () => {
    const during = foldAll([started('t'), pageRequest('p')]);
    expect(items(during.open).map(item => item.key)).toEqual(['ask:p']);
    const later = foldAll([started('t'), ...text('b', 'x'), ended(), pageRequest('p')]);
    expect(later.open).toBeUndefined();
    expect(items(later.turns[0]).map(item => item.key)).toEqual(['block:b', 'ask:p']);
    // Before the first turn, it is among the waiting prompts only.
    const first = foldAll([pageRequest('p')]);
    expect(first).toMatchObject({ turns: [], open: undefined });
    expect(first.summary.waiting).toHaveLength(1);
  });

  test('an opened page waits for its server, a held one for the user', () => {
    const opened = foldAll([started('t'), pageRequest('p'), pageRequest('p', 'opened')]);
    expect(opened.summary.waiting).toEqual([]);
    expect(items(opened.open)).toMatchObject([{ prompt: { request: { stage: 'opened' } } }]);
    expect(fold(opened, pageRequest('p', 'held')).summary.waiting).toHaveLength(1);
  });

  test('a prompt is pending until it is closed, even if its turn is not loaded', () => {
    const opened: ConversationEvent = { type: 'prompt.opened', prompt: ask('p', 't1'), at: 1 };
    const waiting = foldAll([started('t'), tool('t1', 'pending'), opened]);
    expect(waiting.summary.waiting).toHaveLength(1);
    const closed: ConversationEvent = {
      type: 'prompt.closed',
      promptId: 'p' as PromptId,
      outcome: 'denied',
    };
    const { open, summary } = fold(waiting, closed);
    expect(summary.waiting).toEqual([]);
    expect(items(open).at(-1)).toMatchObject({ kind: 'ask', outcome: 'denied' });
    const elsewhere = { ...waiting, open: undefined };
    expect(fold(elsewhere, closed).summary.waiting).toEqual([]);
  });

  test('retry notices are replaced by what happens next', () => {
    const retry = (attempt: number): ConversationEvent => ({
      type: 'notice',
      at: 1,
      notice: { kind: 'retrying', attempt },
    });
    const { open } = foldAll([started('t'), retry(1), retry(2)]);
    expect(items(open)).toMatchObject([{ notice: { attempt: 2 } }]);
    expect(items(foldAll(text('b', 'x'), { ...emptyConversation, open }).open)).toMatchObject([
      { kind: 'text' },
    ]);
    expect(
      foldAll([started('t'), retry(1), sent('p'), retry(2), ended()]).turns[0]?.items,
    ).toHaveLength(1);
  });

  test('notices of the same moment have different keys', () => {
    const notice: ConversationEvent = {
      type: 'notice',
      at: 1,
      notice: { kind: 'info', text: 'a' },
    };
    const keys = items(foldAll([started('t'), notice, notice, notice]).open).map(item => item.key);
    expect(new Set(keys).size).toBe(3);
  });

  test('a setting reported by the agent clears the request for it', () => {
    const wishing = foldAll([
      { type: 'settings.changed', settings: { requested: { mode: 'plan', model: 'opus' } } },
      { type: 'settings.changed', settings: { mode: 'default' } },
    ]);
    expect(wishing.summary.settings).toMatchObject({
      mode: 'default',
      requested: { model: 'opus' },
    });
    expect(wishing.summary.settings.requested).not.toHaveProperty('mode');
  });

  test('a picked alias stays the name of the model while the agent reports its id', () => {
    const opus = { resolved: 'claude-opus-5-5', efforts: [], hasThinkingBudget: false };
    const models = [
      { ...opus, value: 'default', label: 'Default' },
      { ...opus, value: 'opus', label: 'Opus' },
    ];
    const choices = { models, modes: [], commands: [] };
    const named = (...names: string[]) =>
      foldAll([
        { type: 'choices.changed', choices },
        ...names.map(
          (model): ConversationEvent => ({ type: 'settings.changed', settings: { model } }),
        ),
      ]).summary.settings.model;
    expect(named('opus', 'claude-opus-5-5')).toBe('opus');
    expect(named('opus', 'claude-haiku-5-5')).toBe('claude-haiku-5-5');
    expect(named('opus', 'default')).toBe('default');
    // The default may stand for another model tomorrow.
    expect(named('default', 'claude-opus-5-5')).toBe('claude-opus-5-5');
  });
});

describe('the pending review', () => {
  test('stays as long as it names calls that were kept', () => {
    const review = { files: 0, added: 0, removed: 0, tools: [], kept: [toolId('a')] };
    const { summary } = foldAll([{ type: 'review.changed', review }]);
    expect(summary.review).toEqual(review);
  });

  const review = { files: 2, added: 12, removed: 4, tools: [toolId('a'), toolId('b')] };
  const changed = (next: typeof review): ConversationEvent => ({
    type: 'review.changed',
    review: next,
  });

  test('is the last one reported, and touches no turn', () => {
    const before = foldAll([started('t'), tool('a', 'done'), ended()]);
    const after = foldAll([changed({ ...review, files: 1 }), changed(review)], before);
    expect(after.summary.review).toEqual(review);
    expect(after.turns).toBe(before.turns);
    // The files on disk remain, even if the agent's context is cleared.
    expect(fold(after, { type: 'conversation.cleared' }).summary.review).toEqual(review);
  });

  test('is absent if nothing is pending', () => {
    const { summary } = foldAll([
      changed(review),
      changed({ files: 0, added: 0, removed: 0, tools: [] }),
    ]);
    expect('review' in summary).toBe(false);
  });
});

describe('fold', () => {
  test('never throws, but shows and reports what cannot be folded', () => {
    const garbage: unknown[] = [
      { type: 'tool.updated' },
      { type: 'tool.updated', call: null, at: 1 },
      { type: 'prompt.opened', prompt: null, at: 1 },
      { type: 'file.updated' },
      { type: 'session.changed', sessionId: {} },
      { type: 'settings.changed' },
      { type: 'turn.ended' },
      { type: 'nonsense' },
      { type: 7 },
    ];
    for (const event of garbage) {
      const reports: string[] = [];
      const state = foldAll([started('t'), ...text('b', 'x')]);
      let next: Conversation = state;
      expect(() => {
        next = fold(state, event as ConversationEvent, what => reports.push(what));
      }).not.toThrow();
      const isShown = items(next.open).some(item => item.kind === 'unknown');
      expect(isShown).toBe(reports.length > 0);
    }
  });

  test('folds the events of recordings in any order', () => {
    let seed = 11;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    const events = allRecordings()
      .filter(({ scenario }) => ['basic', 'subagent', 'interrupt', 'queue'].includes(scenario))
      .flatMap(({ rows }) => processesOf(rows).flatMap(process => replay(process).events));
    for (let round = 0; round < 20; round++) {
      const shuffled = Array.from({ length: 150 }, () => events[random(events.length)] ?? ended());
      const reports: string[] = [];
      let state = emptyConversation;
      for (const event of shuffled) {
        state = fold(state, event, what => reports.push(what));
      }
      expect(reports).toEqual([]);
      for (const turn of [...state.turns, ...(state.open ? [state.open] : [])]) {
        const keys = turn.items.map(item => item.key);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }
  });

  test('keeps a call in one place, however often it is updated', () => {
    const { turns, open } = foldAll([
      started('a'),
      tool('t1', 'running'),
      ended(),
      started('b'),
      { type: 'tool.updated', call: call('t1', 'running'), at: 1 },
      { type: 'tool.progress', toolId: toolId('t1'), progress: { tokens: 1 }, elapsedMs: 30_000 },
    ]);
    expect(items(turns[0])).toMatchObject([{ elapsedMs: 30_000, progress: { tokens: 1 } }]);
    expect(items(open)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { HostCalls, PageInit } from '../../../../src/contract/calls';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ChannelId, MessageId, TurnId } from '../../../../src/contract/ids';
import type { Snapshot } from '../../../../src/contract/snapshot';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { createActions } from '../../../../webview/store/actions';
import { Controller, remember } from '../../../../webview/store/controller';
import type { HostPort } from '../../../../webview/store/hostConnection';
import { initialState } from '../../../../webview/store/pageState';
import { createStore } from '../../../../webview/store/store';

const channelId = 'c' as ChannelId;

function snapshotOf(members: Partial<Snapshot> = {}): Snapshot {
  return {
    ...{ channelId, epoch: 1, seq: 0, turns: [], first: 0, hasEarlier: false, history: [] },
    summary: emptyConversation.summary,
    draft: { text: '', images: [] },
    returned: 0,
    view: { expanded: [] },
    ...members,
  };
}

function initOf(snapshot?: Snapshot): PageInit {
  return { gate: { kind: 'open' }, config: initialState.config, ...(snapshot ? { snapshot } : {}) };
}

function turn(id: string): Snapshot['turns'][number] {
  return { id: id as TurnId, origin: 'person', startedAt: 1, items: [] };
}

function start(answers: Partial<Record<keyof HostCalls, (params: never) => unknown>> = {}) {
  const store = createStore(initialState);
  const calls: string[] = [];
  const host = {
    call: async (method: keyof HostCalls, params: unknown) => {
      calls.push(method);
      return answers[method]?.(params as never);
    },
  } as HostPort;
  const frames: (() => void)[] = [];
  const actions = createActions(host, store);
  const controller = new Controller(host, store, actions, task => frames.push(task));
  const say = (seq: number, ...events: ConversationEvent[]) =>
    controller.listeners.io_message?.({ channelId, epoch: 1, seq, events, done: false });
  return { store, calls, controller, actions, frames, say };
}

describe('A message from the host', () => {
  it('reaches the store once per frame', () => {
    const { store, controller, frames, say } = start();
    controller.start(initOf(snapshotOf()));
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    const source = { source: 's', kind: 'text', at: 1 } as const;
    say(1, { type: 'block.started', blockId: 'b', ...source });
    say(2, { type: 'block.delta', blockId: 'b', text: 'one ' });
    say(3, { type: 'block.delta', blockId: 'b', text: 'two' });
    expect([changes, frames.length]).toEqual([0, 1]);
    frames[0]?.();
    expect(changes).toBe(1);
    expect(store.get().conversation.open?.items).toMatchObject([{ text: 'one two' }]);
  });

  it('adds sent prompts to the history, each text once', () => {
    const { store, controller, frames, say } = start();
    controller.start(initOf(snapshotOf({ history: ['a', 'b'] })));
    const sent = (text: string): ConversationEvent => ({
      type: 'prompt.sent',
      ...{ messageId: `m${text}` as MessageId, at: 1, text, images: [] },
    });
    say(1, sent('c'), sent('a'));
    frames[0]?.();
    expect(store.get().history).toEqual(['b', 'c', 'a']);
    expect(remember(['a'], '')).toEqual(['a']);
  });

  it('reveals an item in earlier turns after loading them', async () => {
    const asked: number[] = [];
    const { store, controller } = start({
      'conversation.earlier': ({ before }: { before: number }) => {
        asked.push(before);
        const first = before - 2;
        return { turns: [turn(`t${first}`), turn(`t${first + 1}`)], first, hasEarlier: true };
      },
    });
    controller.start(initOf(snapshotOf({ turns: [turn('t0')], hasEarlier: true })));
    const place = { turn: -5, group: 'block:1' };
    controller.listeners['item.reveal']?.({ channelId, key: 'block:2', place });
    // The user scrolls meanwhile: both wait for the same page.
    await controller.loadEarlier();
    await expect.poll(() => store.get().reveal).toEqual({ id: 'block:2', turn: -5 });
    expect(asked).toEqual([0, -2, -4]);
    expect(store.get().expanded.has('steps:block:1')).toBe(true);
    const other = 'other' as ChannelId;
    controller.listeners['item.reveal']?.({ channelId: other, key: 'x', place });
    expect(store.get().reveal?.id).toBe('block:2');
  });

  it('reveals an item that was named before its conversation arrived', async () => {
    const { store, controller } = start();
    const place = { turn: 0, group: 'block:1' };
    controller.listeners['item.reveal']?.({ channelId, key: 'block:2', place });
    expect(store.get().reveal).toBeUndefined();
    controller.start(initOf(snapshotOf({ turns: [turn('t0')] })));
    await expect.poll(() => store.get().reveal).toEqual({ id: 'block:2', turn: 0 });
  });

  it('keeps loaded earlier turns if a snapshot continues them', () => {
    const { store, controller } = start();
    const turns = ['t0', 't1', 't2', 't3'].map(turn);
    controller.start(initOf(snapshotOf({ turns })));
    controller.start(initOf(snapshotOf({ turns: [...turns.slice(2), turn('t4')], first: 2 })));
    const { conversation } = store.get();
    expect(conversation.turns.map(({ id }) => id)).toEqual(['t0', 't1', 't2', 't3', 't4']);
    expect(conversation.first).toBe(0);
    controller.start(initOf(snapshotOf({ turns: [turn('x')], first: 2 })));
    expect(store.get().conversation.turns.map(({ id }) => id)).toEqual(['x']);
  });
});

describe('Earlier turns', () => {
  it('are prepended to the loaded ones', async () => {
    const { store, controller } = start({
      'conversation.earlier': ({ before }: { before: number }) => ({
        turns: [turn(`t${before - 1}`)],
        first: before - 1,
        hasEarlier: before > 1,
      }),
    });
    controller.start(initOf(snapshotOf({ turns: [turn('t2')], first: 2, hasEarlier: true })));
    expect(await controller.loadEarlier()).toBe(true);
    expect(await controller.loadEarlier()).toBe(true);
    expect(await controller.loadEarlier()).toBe(false);
    const { conversation } = store.get();
    expect(conversation.turns.map(({ id }) => id)).toEqual(['t0', 't1', 't2']);
    expect(conversation.first).toBe(0);
  });

  it('are dropped if they arrive after the conversation was cleared', async () => {
    const { store, controller, frames, say } = start({
      'conversation.earlier': () => {
        say(1, { type: 'conversation.cleared' });
        frames[0]?.();
        return { turns: [turn('t0')], first: -1, hasEarlier: false };
      },
    });
    controller.start(initOf(snapshotOf({ turns: [turn('t1')], first: 0, hasEarlier: true })));
    expect(await controller.loadEarlier()).toBe(false);
    expect(store.get().conversation.turns).toEqual([]);
  });
});

describe("The question about a folder's programs", () => {
  it('is announced once for each list', () => {
    const { store, controller } = start();
    const ask = (hash: string) =>
      controller.start({
        gate: { kind: 'programs', cwd: '/a', hash, programs: [] },
        config: initialState.config,
      });
    ask('one');
    ask('one');
    ask('two');
    const { announcements } = store.get();
    expect(announcements.map(({ text }) => text)).toEqual([
      'This folder brings programs',
      'This folder brings programs',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { HostCalls } from '../../../../src/contract/calls';
import type { BlobId, ChannelId, MessageId, TurnId } from '../../../../src/contract/ids';
import { createActions } from '../../../../webview/store/actions';
import type { HostPort } from '../../../../webview/store/hostConnection';
import { initialState } from '../../../../webview/store/pageState';
import { createStore } from '../../../../webview/store/store';

const channelId = 'c' as ChannelId;

/** Shows a conversation, unless `isOpen` is false. */
function start(
  answers: Partial<Record<keyof HostCalls, (params: never) => unknown>> = {},
  isOpen = true,
) {
  const store = createStore(isOpen ? { ...initialState, channelId } : initialState);
  const calls: unknown[] = [];
  const host = {
    call: async (method: keyof HostCalls, params: unknown) => {
      calls.push([method, params]);
      return answers[method]?.(params as never);
    },
  } as HostPort;
  return { store, calls, actions: createActions(host, store) };
}

const refuse = () => {
  throw new Error('Refused.');
};

describe('A call to the host', () => {
  it('names the conversation on screen', async () => {
    const { calls, actions } = start();
    expect(await actions.call('agent.stop')).toBe(true);
    const turnId = 't' as TurnId;
    expect(await actions.call('turn.keep', { turnId })).toBe(true);
    expect(calls).toEqual([
      ['agent.stop', { channelId }],
      ['turn.keep', { channelId, turnId }],
    ]);
  });

  it('names no conversation if it concerns none', async () => {
    const { calls, actions } = start();
    await actions.callHost('link.open', { url: 'https://example.org' });
    expect(calls).toEqual([['link.open', { url: 'https://example.org' }]]);
  });

  it('is not made without the conversation that it needs', async () => {
    const { store, calls, actions } = start({}, false);
    expect(await actions.call('agent.stop')).toBe(false);
    expect(await actions.editQueued('m' as MessageId)).toBe(false);
    await expect(actions.readBlob('b' as BlobId)).rejects.toThrow('There is no conversation.');
    expect(calls).toEqual([]);
    expect(store.get().alerts).toEqual([]);
    expect(await actions.callHost('host.act', { action: 'showLog' })).toBe(true);
  });

  it('returns false and shows the reason if the host refuses it', async () => {
    const { store, actions } = start({ 'agent.stop': refuse });
    expect(await actions.call('turn.retry')).toBe(true);
    expect(store.get().alerts).toEqual([]);
    expect(await actions.call('agent.stop')).toBe(false);
    expect(store.get().alerts).toMatchObject([{ text: 'Refused.' }]);
  });
});

describe('A repeated alert', () => {
  it('replaces the earlier one and comes last', () => {
    const { store, actions } = start();
    actions.alert('It is gone.');
    const [first] = store.get().alerts;
    actions.alert('It is full.');
    actions.alert('It is gone.');
    const shown = store.get().alerts;
    expect(shown.map(({ text }) => text)).toEqual(['It is full.', 'It is gone.']);
    expect(shown[1]?.id).not.toBe(first?.id);
  });
});

describe('A background save', () => {
  it('shows an alert if it fails, but not for a conversation no longer shown', async () => {
    const { store, actions } = start({ 'draft.save': refuse, 'view.save': refuse });
    const left = { channelId: 'left' as ChannelId };
    const view = { expanded: [] };
    expect(await actions.save('draft.save', { ...left, draft: { text: '', images: [] } })).toBe(
      false,
    );
    expect(await actions.save('view.save', { ...left, view })).toBe(false);
    expect(store.get().alerts).toEqual([]);
    await actions.save('view.save', { channelId, view });
    expect(store.get().alerts).toMatchObject([{ text: 'Refused.' }]);
  });
});

describe('A requested setting', () => {
  it('is shown at once, beside earlier ones, and sent', async () => {
    const { store, calls, actions } = start();
    const requested = () => store.get().conversation.summary.settings.requested;
    const taken = actions.requestSetting('mode.set', { mode: 'plan' });
    expect(requested()).toEqual({ mode: 'plan' });
    void actions.requestSetting('thinking.set', { maxThinkingTokens: null });
    expect(requested()).toEqual({ mode: 'plan', maxThinkingTokens: null });
    expect(await taken).toBe(true);
    expect(calls).toEqual([
      ['mode.set', { channelId, mode: 'plan' }],
      ['thinking.set', { channelId, maxThinkingTokens: null }],
    ]);
  });

  it('is taken back if the host refuses it, unless a later one has replaced it', async () => {
    const { store, actions } = start({ 'mode.set': refuse });
    const requested = () => store.get().conversation.summary.settings.requested;
    expect(await actions.requestSetting('mode.set', { mode: 'plan' })).toBe(false);
    expect(requested()).toEqual({});
    const refused = actions.requestSetting('mode.set', { mode: 'plan' });
    void actions.requestSetting('model.set', { model: 'opus' });
    expect(await refused).toBe(false);
    expect(requested()).toEqual({ mode: 'plan', model: 'opus' });
  });
});

describe('Editing a queued message', () => {
  it('asks the composer to take its text', async () => {
    const draft = { text: 'later', images: [] };
    const { store, actions } = start({ 'queue.edit': () => draft });
    expect(await actions.editQueued('m' as MessageId)).toBe(true);
    expect(store.get().requests).toMatchObject([{ kind: 'merge', draft }]);
  });

  it('leaves alone the composer of a conversation that is shown meanwhile', async () => {
    const { store, actions } = start({
      'queue.edit': () => {
        store.update(state => ({ ...state, channelId: 'other' as ChannelId }));
        return { text: 'later', images: [] };
      },
    });
    expect(await actions.editQueued('m' as MessageId)).toBe(true);
    expect(store.get().requests).toEqual([]);
  });
});

describe('The focus', () => {
  it('is reported with the conversation, if there is one', async () => {
    const shown = start();
    await shown.actions.focused();
    const empty = start({}, false);
    await empty.actions.focused();
    expect([...shown.calls, ...empty.calls]).toEqual([
      ['page.focused', { channelId }],
      ['page.focused', {}],
    ]);
  });
});

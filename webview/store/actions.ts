import type { BlobContent } from '../../src/contract/calls';
import type { AgentSettings } from '../../src/contract/events';
import type { BlobId, MessageId } from '../../src/contract/ids';
import { fold } from '../../src/transcript/fold';
import {
  type CallInChannel,
  type Calls,
  type ChannelCall,
  createAttempt,
  createCalls,
  type Given,
  type SaveCall,
  type Taken,
} from './calls';
import type { HostPort } from './hostConnection';
import type { PageState } from './pageState';
import { createStateActions, type StateActions } from './stateActions';
import type { Store } from './store';

type SettingCall = 'mode.set' | 'model.set' | 'effort.set' | 'thinking.set';

/** Calls to the host as the contract declares them, and actions with logic of their own. */
export interface Actions extends StateActions, Calls<Exclude<ChannelCall, SaveCall | SettingCall>> {
  /** Shows the requested setting immediately; the agent's next report decides. */
  requestSetting<K extends SettingCall>(method: K, wished: Given<K>): Taken;
  /** Moves a queued message back into the composer. */
  editQueued(messageId: MessageId): Taken;
  /** @throws if there is no conversation or the host no longer has the blob */
  readBlob(blob: BlobId): Promise<BlobContent>;
  /** Reports that the user turned to this page. */
  focused(): Taken;
}

export function createActions(host: HostPort, store: Store<PageState>): Actions {
  const stateActions = createStateActions(store);
  const attempt = createAttempt(stateActions.alert);
  const calls = createCalls(host, store, attempt);
  return {
    ...stateActions,
    ...calls,
    requestSetting: createRequestSetting(store, calls.call),
    async editQueued(messageId) {
      const { channelId } = store.get();
      if (!channelId) {
        return false;
      }
      return attempt(
        host
          .call('queue.edit', { channelId, messageId })
          .then(draft => stateActions.requestComposer({ kind: 'merge', draft })),
      );
    },
    async readBlob(blob) {
      const { channelId } = store.get();
      if (!channelId) {
        throw new Error('There is no conversation.');
      }
      return host.call('blob.read', { channelId, blob });
    },
    focused() {
      const { channelId } = store.get();
      return calls.callHost('page.focused', channelId ? { channelId } : {});
    },
  };
}

function createRequestSetting(
  store: Store<PageState>,
  call: CallInChannel<SettingCall>,
): Actions['requestSetting'] {
  const requested = () => store.get().conversation.summary.settings.requested;
  const set = (wishes: AgentSettings['requested']) =>
    store.update(state => ({
      ...state,
      conversation: fold(state.conversation, {
        type: 'settings.changed',
        settings: { requested: wishes },
      }),
    }));
  return async (method, wished) => {
    const before = requested();
    const mine = { ...before, ...wished };
    set(mine);
    const taken = await call(method, wished);
    if (!taken && requested() === mine) {
      set(before);
    }
    return taken;
  };
}

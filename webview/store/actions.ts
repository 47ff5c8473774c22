import type { AgentSettings } from '../../src/contract/agentSettings';
import type { BlobContent } from '../../src/contract/calls';
import type { Attachment, Draft } from '../../src/contract/draft';
import type { FieldProblems, FormEntries } from '../../src/contract/elicitation';
import type { BlobId, MessageId, PromptId } from '../../src/contract/ids';
import type { Mention, MentionList } from '../../src/contract/mentions';
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

type SettingCall =
  | 'mode.set'
  | 'model.set'
  | 'effort.set'
  | 'thinking.set'
  | 'fastMode.set'
  | 'ultracode.set';

/** Calls whose effect the page shows before the host has answered. */
type ForeseenCall = SettingCall | 'option.set';

/** Calls to the host as the contract declares them, and actions with logic of their own. */
export interface Actions
  extends StateActions,
    Calls<Exclude<ChannelCall, SaveCall | ForeseenCall>> {
  /** Shows the requested setting immediately; the agent's next report decides. */
  requestSetting<K extends SettingCall>(method: K, wished: Given<K>): Taken;
  /** Does the same for an option of a foreign agent. */
  requestOption(id: string, value: string | boolean): Taken;
  /** Moves a queued message back into the composer. */
  editQueued(messageId: MessageId): Taken;
  /**
   * Puts a draft aside; an empty one brings the last one back.
   * @returns the draft to show, or undefined if the host refused
   */
  stashDraft(draft: Draft): Promise<Draft | undefined>;
  /** @throws if there is no conversation or the host no longer has the blob */
  readBlob(blob: BlobId): Promise<BlobContent>;
  /** Returns a sent message with its attachments. @throws if it is not in the conversation */
  recallMessage(text: string): Promise<Draft>;
  /** Converts a document in the host. @throws if it cannot be converted */
  convertDocument(name: string, data: string): Promise<Attachment>;
  /** Finds what can be mentioned. @throws if the host cannot search */
  findMentions(query: string, depth: 'fast' | 'all'): Promise<MentionList>;
  /** Returns mentions of dropped URIs or paths; the host leaves out what it cannot mention. */
  mentionsOf(places: readonly string[]): Promise<readonly Mention[]>;
  /** Returns what the host finds wrong with a form; undefined if it could not be asked. */
  checkForm(promptId: PromptId, entries: FormEntries): Promise<FieldProblems | undefined>;
  /** Returns the title of the folder's latest conversation; undefined without one. */
  lastTitle(): Promise<string | undefined>;
  /** Reports that the user turned to this page. */
  focused(): Taken;
  /** Reports that the page has drawn what it started from. */
  started(): Taken;
  focusChanged(hasFocus: boolean): Taken;
}

export function createActions(host: HostPort, store: Store<PageState>): Actions {
  const stateActions = createStateActions(store);
  const attempt = createAttempt(stateActions.alert);
  const calls = createCalls(host, store, attempt);
  return {
    ...stateActions,
    ...calls,
    ...createForeseen(store, calls.call),
    async editQueued(messageId) {
      const { channelId } = store.get();
      if (!channelId) {
        return false;
      }
      return attempt(
        host.call('queue.edit', { channelId, messageId }).then(draft => {
          // Another conversation may be shown by now; the host keeps the draft of this one.
          if (store.get().channelId === channelId) {
            stateActions.requestComposer({ kind: 'merge', draft });
          }
        }),
      );
    },
    async stashDraft(draft) {
      const { channelId } = store.get();
      let next: Draft | undefined;
      if (channelId) {
        await attempt(
          host.call('draft.stash', { channelId, draft }).then(answer => {
            next = answer;
          }),
        );
      }
      return next;
    },
    async checkForm(promptId, entries) {
      const { channelId } = store.get();
      let problems: FieldProblems | undefined;
      if (channelId) {
        await attempt(
          host.call('prompt.check', { channelId, promptId, entries }).then(found => {
            problems = found;
          }),
        );
      }
      return problems;
    },
    async readBlob(blob) {
      const { channelId } = store.get();
      if (!channelId) {
        throw new Error('There is no conversation.');
      }
      return host.call('blob.read', { channelId, blob });
    },
    async recallMessage(text) {
      const { channelId } = store.get();
      if (!channelId) {
        throw new Error('There is no conversation.');
      }
      return host.call('message.recall', { channelId, text });
    },
    async convertDocument(name, data) {
      const { channelId } = store.get();
      if (!channelId) {
        throw new Error('There is no conversation.');
      }
      return host.call('attachment.convert', { channelId, name, data });
    },
    async findMentions(query, depth) {
      const { channelId } = store.get();
      const nothing = { items: [], isPartial: false };
      return channelId ? host.call('mentions.find', { channelId, query, depth }) : nothing;
    },
    async mentionsOf(places) {
      const { channelId } = store.get();
      return channelId ? host.call('mentions.drop', { channelId, places }) : [];
    },
    lastTitle: () =>
      host.call('conversation.last', {}).then(
        last => last?.title,
        () => undefined,
      ),
    started() {
      return calls.callHost('page.started', {});
    },
    focused() {
      const { channelId } = store.get();
      return calls.callHost('page.focused', channelId ? { channelId } : {});
    },
    focusChanged: hasFocus => calls.callHost('page.focusChanged', { hasFocus }),
  };
}

function createForeseen(
  store: Store<PageState>,
  call: CallInChannel<ForeseenCall>,
): Pick<Actions, 'requestSetting' | 'requestOption'> {
  const requested = () => store.get().conversation.summary.settings.requested;
  const set = (wishes: AgentSettings['requested']) =>
    store.update(state => ({
      ...state,
      conversation: fold(state.conversation, {
        type: 'settings.changed',
        settings: { requested: wishes },
      }),
    }));
  const foresee = async (wishes: AgentSettings['requested'], sent: () => Taken) => {
    const before = requested();
    const mine = { ...before, ...wishes };
    set(mine);
    const taken = await sent();
    if (!taken && requested() === mine) {
      set(before);
    }
    return taken;
  };
  return {
    requestSetting: (method, wished) => foresee(wished, () => call(method, wished)),
    requestOption: (id, value) =>
      foresee({ options: { ...requested().options, [id]: value } }, () =>
        call('option.set', { id, value }),
      ),
  };
}

import { messageOf } from '../../src/base/errors';
import type { BlobContent, HostAction, HostCalls, TaskAct } from '../../src/contract/calls';
import type { Effort, Location, PermissionMode } from '../../src/contract/content';
import type { AgentAction, AgentSettings } from '../../src/contract/events';
import type {
  BlobId,
  ChannelId,
  MessageId,
  PromptId,
  ToolCallId,
  TurnId,
} from '../../src/contract/ids';
import type { PromptAnswer, PromptDraft } from '../../src/contract/prompts';
import type { Draft, ImageUpload, ViewState } from '../../src/contract/view';
import { fold } from '../../src/transcript/fold';
import type { Host } from './hostConnection';
import { foldedKey, type NewComposerRequest, type PageState } from './pageState';
import type { Store } from './store';

/** True if the host accepted the call. A refusal has already been shown to the user. */
type Taken = Promise<boolean>;

/** Actions of the page. Conversation calls apply to the conversation on screen. */
export interface Actions {
  send(text: string, images: readonly ImageUpload[]): Taken;
  /** Takes the conversation explicitly, so that a late save never reaches the next one. */
  saveDraft(channelId: ChannelId, draft: Draft): Taken;
  /** Moves a queued message back into the composer. */
  editQueued(messageId: MessageId): Taken;
  sendQueuedNow(messageId: MessageId): Taken;
  removeQueued(messageId: MessageId): Taken;
  /** Moves a message one place up (-1) or down (1) in the queue. */
  moveQueued(messageId: MessageId, by: -1 | 1): Taken;
  stop(): Taken;
  act(action: AgentAction): Taken;
  hostAct(action: HostAction): Taken;
  retry(): Taken;
  /** Brings the newest message back into the composer. */
  editLast(): Taken;
  continueTurn(): Taken;
  review(turnId: TurnId): Taken;
  copyTurn(turnId: TurnId): Taken;
  keepTurn(turnId: TurnId): Taken;
  undoTurn(turnId: TurnId): Taken;
  /** Shows all changes that are neither kept nor undone. */
  openReview(): Taken;
  /** Restores files to their state when the message was sent. */
  rewindCode(messageId: MessageId): Taken;
  /** Starts a new conversation that ends before the message. */
  fork(messageId: MessageId, rewindsCode: boolean): Taken;
  /** Opens the host's list of messages to rewind to. */
  pickRewindTarget(): Taken;
  /** Opens the host's list of actions for the conversation's folder. */
  openFolder(): Taken;
  answer(promptId: PromptId, answer: PromptAnswer): Taken;
  openPromptDiff(promptId: PromptId): Taken;
  setMode(mode: PermissionMode): Taken;
  setModel(model: string): Taken;
  setEffort(effort: Effort): Taken;
  setThinking(maxThinkingTokens: number | null): Taken;
  openFile(location: Location): Taken;
  /** Opens an http, https or mailto link. */
  openLink(url: string): Taken;
  openEditDiff(toolId: ToolCallId, path?: string): Taken;
  copy(text: string): Taken;
  /** @throws if there is no conversation or the host no longer has the blob */
  readBlob(blob: BlobId): Promise<BlobContent>;
  saveView(channelId: ChannelId, view: ViewState): Taken;
  focused(): Taken;
  requestComposer(request: NewComposerRequest): void;
  /** Removes a request that the composer has taken over. */
  takeRequest(id: number): void;
  /**
   * Scrolls to a waiting prompt, a tool call or a search result.
   * @param turn index of its turn; not needed near the end
   */
  reveal(id: string, turn?: number): void;
  /** Clears the request once scrolling has started. */
  takeReveal(): void;
  /** Stops a task or shows its output; `list` shows all running tasks. */
  actOnTask(act: TaskAct): Taken;
  setExpanded(key: string, isExpanded: boolean): void;
  changePromptDraft(promptId: PromptId, change: PromptDraft): void;
  /** Announces a text to screen readers, politely. */
  announce(text: string): void;
  alert(text: string): void;
  dismissAlert(id: number): void;
}

/** Part of the host connection that sends calls. */
export type HostPort = Pick<Host, 'call'>;

type InChannel = { channelId: ChannelId };
type ChannelCall = {
  [K in keyof HostCalls]: Parameters<HostCalls[K]>[0] extends InChannel ? K : never;
}[keyof HostCalls];

export function createActions(host: HostPort, store: Store<PageState>): Actions {
  let lastId = 0;
  const alert = (text: string) =>
    store.update(state => {
      // A repeated alert replaces the earlier one, so that it is read aloud again.
      const others = state.alerts.filter(shown => shown.text !== text);
      return { ...state, alerts: [...others.slice(-2), { id: ++lastId, text }] };
    });

  /** @param of conversation of a background call; a failure is only shown while it is on screen */
  const attempt = async (call: Promise<unknown>, of?: ChannelId): Taken => {
    try {
      await call;
      return true;
    } catch (error) {
      if (of === undefined || store.get().channelId === of) {
        alert(messageOf(error));
      }
      return false;
    }
  };

  const inChannel = async <K extends ChannelCall>(
    method: K,
    params: Omit<Parameters<HostCalls[K]>[0], 'channelId'>,
  ): Taken => {
    const { channelId } = store.get();
    if (!channelId) {
      return false;
    }
    // Safe, but TypeScript cannot re-add the omitted member in a generic call.
    return attempt(host.call(method, { channelId, ...params } as never));
  };

  /** Shows the requested setting immediately; the agent's next report decides. */
  const requestSetting = async (wished: AgentSettings['requested'], call: () => Taken): Taken => {
    const before = store.get().conversation.summary.settings.requested;
    const set = (wishes: AgentSettings['requested']) =>
      store.update(state => ({
        ...state,
        conversation: fold(state.conversation, {
          type: 'settings.changed',
          settings: { requested: wishes },
        }),
      }));
    const mine = { ...before, ...wished };
    set(mine);
    const taken = await call();
    if (!taken && store.get().conversation.summary.settings.requested === mine) {
      set(before);
    }
    return taken;
  };

  const requestComposer = (request: NewComposerRequest) =>
    store.update(state => ({ ...state, request: { ...request, id: ++lastId } }));

  return {
    alert,
    requestComposer,
    takeRequest: id =>
      store.update(state => (state.request?.id === id ? { ...state, request: undefined } : state)),
    send: (text, images) => inChannel('message.send', { text, images }),
    saveDraft: (channelId, draft) =>
      attempt(host.call('draft.save', { channelId, draft }), channelId),
    async editQueued(messageId) {
      const { channelId } = store.get();
      if (!channelId) {
        return false;
      }
      return attempt(
        host
          .call('queue.edit', { channelId, messageId })
          .then(draft => requestComposer({ kind: 'merge', draft })),
      );
    },
    sendQueuedNow: messageId => inChannel('queue.sendNow', { messageId }),
    removeQueued: messageId => inChannel('queue.remove', { messageId }),
    moveQueued: (messageId, by) => inChannel('queue.move', { messageId, by }),
    stop: () => inChannel('agent.stop', {}),
    act: action => inChannel('agent.act', { action }),
    hostAct: action => attempt(host.call('host.act', { action })),
    retry: () => inChannel('turn.retry', {}),
    editLast: () => inChannel('turn.edit', {}),
    continueTurn: () => inChannel('turn.continue', {}),
    copyTurn: turnId => inChannel('turn.copy', { turnId }),
    review: turnId => inChannel('turn.review', { turnId }),
    keepTurn: turnId => inChannel('turn.keep', { turnId }),
    undoTurn: turnId => inChannel('turn.undo', { turnId }),
    openReview: () => inChannel('review.open', {}),
    rewindCode: messageId => inChannel('rewind.code', { messageId }),
    fork: (messageId, rewindsCode) => inChannel('rewind.fork', { messageId, rewindsCode }),
    pickRewindTarget: () => inChannel('rewind.pick', {}),
    openFolder: () => inChannel('folder.open', {}),
    answer: (promptId, answer) => inChannel('prompt.answer', { promptId, answer }),
    openPromptDiff: promptId => inChannel('prompt.openDiff', { promptId }),
    setMode: mode => requestSetting({ mode }, () => inChannel('mode.set', { mode })),
    setModel: model => requestSetting({ model }, () => inChannel('model.set', { model })),
    setEffort: effort => requestSetting({ effort }, () => inChannel('effort.set', { effort })),
    setThinking: maxThinkingTokens =>
      requestSetting({ maxThinkingTokens }, () => inChannel('thinking.set', { maxThinkingTokens })),
    openFile: location => inChannel('file.open', { location }),
    openLink: url => attempt(host.call('link.open', { url })),
    openEditDiff: (toolId, path) =>
      inChannel('edit.openDiff', { toolId, ...(path === undefined ? {} : { path }) }),
    copy: text => attempt(host.call('clipboard.write', { text })),
    async readBlob(blob) {
      const { channelId } = store.get();
      if (!channelId) {
        throw new Error('There is no conversation.');
      }
      return host.call('blob.read', { channelId, blob });
    },
    saveView: (channelId, view) => attempt(host.call('view.save', { channelId, view }), channelId),
    focused() {
      const { channelId } = store.get();
      return attempt(host.call('page.focused', channelId ? { channelId } : {}));
    },
    reveal: (id, turn) => store.update(state => ({ ...state, reveal: { id, turn } })),
    takeReveal: () => store.update(state => ({ ...state, reveal: undefined })),
    actOnTask: act => inChannel('task.act', act),
    setExpanded: (key, isExpanded) =>
      store.update(state => {
        const expanded = new Set(state.expanded);
        expanded.delete(isExpanded ? foldedKey(key) : key);
        expanded.add(isExpanded ? key : foldedKey(key));
        return { ...state, expanded };
      }),
    changePromptDraft: (promptId, change) =>
      store.update(state => {
        const draft = { ...state.promptDrafts.get(promptId), ...change };
        return { ...state, promptDrafts: new Map(state.promptDrafts).set(promptId, draft) };
      }),
    announce: text =>
      store.update(state => ({
        ...state,
        // Keeps a few entries: the screen reader may still be reading the previous one.
        announcements: [...state.announcements.slice(-4), { id: ++lastId, text }],
      })),
    dismissAlert: id =>
      store.update(state => ({ ...state, alerts: state.alerts.filter(item => item.id !== id) })),
  };
}

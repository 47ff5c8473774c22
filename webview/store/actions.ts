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
import type { Host } from './host';
import { foldedKey, type NewComposerRequest, type PageState } from './pageState';
import type { Store } from './store';

/** True when the host took it. A refusal has been shown to the user by then. */
type Taken = Promise<boolean>;

/** All that the page can do. Conversation calls go to the conversation that is shown. */
export interface Actions {
  send(text: string, images: readonly ImageUpload[]): Taken;
  /** For a given conversation: a late save must not reach the next one. */
  saveDraft(channelId: ChannelId, draft: Draft): Taken;
  /** Takes a message out of the queue and into the composer. */
  editQueued(messageId: MessageId): Taken;
  sendQueuedNow(messageId: MessageId): Taken;
  removeQueued(messageId: MessageId): Taken;
  /** One place sooner (-1) or later (1). */
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
  /** Files become what they were when the message was sent. */
  rewindCode(messageId: MessageId): Taken;
  /** A new conversation that ends before the message. */
  fork(messageId: MessageId, rewindsCode: boolean): Taken;
  /** The host offers the messages to rewind to. */
  pickPoint(): Taken;
  /** The host offers what can be done with the folder. */
  openPlace(): Taken;
  answer(promptId: PromptId, answer: PromptAnswer): Taken;
  openPromptDiff(promptId: PromptId): Taken;
  setMode(mode: PermissionMode): Taken;
  setModel(model: string): Taken;
  setEffort(effort: Effort): Taken;
  setThinking(maxThinkingTokens: number | null): Taken;
  openFile(location: Location): Taken;
  /** http, https and mailto. */
  openLink(url: string): Taken;
  openEditDiff(toolId: ToolCallId, path?: string): Taken;
  copy(text: string): Taken;
  /** Rejects when the host does not have it any more. */
  readBlob(blob: BlobId): Promise<BlobContent>;
  saveView(channelId: ChannelId, view: ViewState): Taken;
  focused(): Taken;
  requestComposer(request: NewComposerRequest): void;
  /** The composer has done what was asked. */
  takeRequest(id: number): void;
  /**
   * Scrolls to a prompt that waits, to a call or to what a search has found.
   * @param turn its place, when it is not near the end
   */
  reveal(id: string, turn?: number): void;
  /** It is on its way there. */
  takeReveal(): void;
  /** Stops a task or shows what it prints; `list` shows all that run. */
  actOnTask(act: TaskAct): Taken;
  setExpanded(key: string, isExpanded: boolean): void;
  changePromptDraft(promptId: PromptId, change: PromptDraft): void;
  /** Tells a screen reader, politely. */
  announce(text: string): void;
  alert(text: string): void;
  dismissAlert(id: number): void;
}

/** The calling side of the wire. */
export type HostPort = Pick<Host, 'call'>;

type InChannel = { channelId: ChannelId };
type ChannelCall = {
  [K in keyof HostCalls]: Parameters<HostCalls[K]>[0] extends InChannel ? K : never;
}[keyof HostCalls];

export function createActions(host: HostPort, store: Store<PageState>): Actions {
  let lastId = 0;
  const alert = (text: string) =>
    store.update(state => {
      // Said twice it is one alert, and the new one, so that it is read aloud again.
      const others = state.alerts.filter(shown => shown.text !== text);
      return { ...state, alerts: [...others.slice(-2), { id: ++lastId, text }] };
    });

  /** @param of alerts only while this conversation is shown: for what is done in the background */
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
    // Sound, but TypeScript cannot join the omitted member again for a generic call.
    return attempt(host.call(method, { channelId, ...params } as never));
  };

  /** Shown at once as a wish; the next report from the agent decides. */
  const wish = async (wished: AgentSettings['wished'], call: () => Taken): Taken => {
    const before = store.get().conversation.summary.settings.wished;
    const set = (wishes: AgentSettings['wished']) =>
      store.update(state => ({
        ...state,
        conversation: fold(state.conversation, {
          type: 'settings.changed',
          settings: { wished: wishes },
        }),
      }));
    const mine = { ...before, ...wished };
    set(mine);
    const taken = await call();
    if (!taken && store.get().conversation.summary.settings.wished === mine) {
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
    pickPoint: () => inChannel('rewind.pick', {}),
    openPlace: () => inChannel('place.open', {}),
    answer: (promptId, answer) => inChannel('prompt.answer', { promptId, answer }),
    openPromptDiff: promptId => inChannel('prompt.openDiff', { promptId }),
    setMode: mode => wish({ mode }, () => inChannel('mode.set', { mode })),
    setModel: model => wish({ model }, () => inChannel('model.set', { model })),
    setEffort: effort => wish({ effort }, () => inChannel('effort.set', { effort })),
    setThinking: maxThinkingTokens =>
      wish({ maxThinkingTokens }, () => inChannel('thinking.set', { maxThinkingTokens })),
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
        // A few stay: a reader may be busy with the one before.
        announcements: [...state.announcements.slice(-4), { id: ++lastId, text }],
      })),
    dismissAlert: id =>
      store.update(state => ({ ...state, alerts: state.alerts.filter(item => item.id !== id) })),
  };
}

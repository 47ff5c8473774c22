import type { PromptId } from '../../src/contract/ids';
import type { PromptDraft } from '../../src/contract/prompts';
import { foldedKey, type NewComposerRequest, type PageState, type Reveal } from './pageState';
import { queuesNow } from './phases';
import type { Store } from './store';

/** Actions that change only the state of the page. */
export interface StateActions {
  requestComposer(request: NewComposerRequest): void;
  /** Removes additions that the composer has taken over. */
  takeAdditions(): void;
  /** Removes the state that the message box has taken over. */
  takeFirstBox(): void;
  /** Removes the chip of the active editor until the message is sent. */
  removeFront(): void;
  /** Brings a removed chip back. */
  restoreFront(): void;
  /** Removes a request that the composer has taken over. */
  takeRequest(id: number): void;
  /**
   * Scrolls to a waiting prompt, a tool call or a search result.
   * @param turn index of its turn; not needed near the end
   */
  reveal(id: string, turn?: number, at?: Reveal['at']): void;
  /** Clears the request once scrolling has started. */
  takeReveal(): void;
  /** Shows the end of the conversation, where a message that is sent now appears. */
  noteSend(): void;
  setExpanded(key: string, isExpanded: boolean): void;
  changePromptDraft(promptId: PromptId, change: PromptDraft): void;
  /** Announces a text to screen readers, politely. */
  announce(text: string): void;
  alert(text: string): void;
  dismissAlert(id: number): void;
}

export function createStateActions(store: Store<PageState>): StateActions {
  let lastId = 0;
  return {
    requestComposer: request =>
      store.update(state => ({
        ...state,
        requests: [...state.requests, { ...request, id: ++lastId }],
      })),
    takeAdditions: () =>
      store.update(state => (state.additions.length > 0 ? { ...state, additions: [] } : state)),
    takeFirstBox: () =>
      store.update(state => (state.firstBox ? { ...state, firstBox: undefined } : state)),
    removeFront: () =>
      store.update(state => {
        const { front } = state.front;
        return front ? { ...state, front: { ...state.front, removed: front } } : state;
      }),
    restoreFront: () =>
      store.update(state => {
        const { removed, ...front } = state.front;
        return removed ? { ...state, front } : state;
      }),
    takeRequest: id =>
      store.update(state => ({
        ...state,
        requests: state.requests.filter(request => request.id !== id),
      })),
    reveal: (id, turn, at) => store.update(state => ({ ...state, reveal: { id, turn, at } })),
    takeReveal: () => store.update(state => ({ ...state, reveal: undefined })),
    noteSend: () =>
      store.update(state => ({
        ...state,
        // They are about what the user did before.
        alerts: [],
        // While the agent works, messages wait in the queue, and the user may be reading.
        sends: queuesNow(state.conversation.summary) ? state.sends : state.sends + 1,
      })),
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
    alert: text =>
      store.update(state => {
        // A repeated alert replaces the earlier one, so that it is read aloud again.
        const others = state.alerts.filter(shown => shown.text !== text);
        return { ...state, alerts: [...others.slice(-2), { id: ++lastId, text }] };
      }),
    dismissAlert: id =>
      store.update(state => ({ ...state, alerts: state.alerts.filter(item => item.id !== id) })),
  };
}

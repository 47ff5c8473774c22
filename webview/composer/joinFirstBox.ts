import type { Draft } from '../../src/contract/draft';
import type { ChannelId } from '../../src/contract/ids';
import type { FirstBox } from '../store/boxState';
import type { PageState } from '../store/pageState';
import type { Store } from '../store/store';

/**
 * Puts what was typed before the page had started into the draft that the composer will show, with
 * the caret where it was. Without a conversation, the text waits for one.
 * @param save saves a draft that has changed
 */
export function joinFirstBox(
  store: Store<PageState>,
  { text, state: box }: FirstBox,
  save: (channelId: ChannelId, draft: Draft) => void,
): void {
  const { channelId, draft } = store.get();
  const hasText = text.trim() !== '';
  if (channelId === undefined) {
    const typed = hasText ? [{ pieces: [text], attachments: [] }] : [];
    store.update(state => ({ ...state, additions: [...typed, ...state.additions] }));
    return;
  }
  const joined = hasText ? withText(draft, text) : { draft, at: draft.text.length };
  const { anchor, head } = hasText ? box.selection : { anchor: 0, head: 0 };
  const selection = { anchor: joined.at + anchor, head: joined.at + head };
  store.update(state => ({
    ...state,
    draft: joined.draft,
    firstBox: { ...box, selection, isTyped: hasText },
  }));
  if (hasText) {
    save(channelId, joined.draft);
  }
}

/** Returns whether Enter runs the text, instead of sending it as a message. */
function isCommand(text: string): boolean {
  return /^[!/]/.test(text);
}

/** @returns the draft with the text, and where in it the text begins */
function withText(draft: Draft, text: string): { readonly draft: Draft; readonly at: number } {
  const { text: stored } = draft;
  // A command that was not in view must not run with what was typed, nor because of it.
  if (isCommand(stored)) {
    const before = isCommand(text) ? ' ' : '';
    return { draft: { ...draft, text: `${before}${text}\n\n${stored}` }, at: before.length };
  }
  const before = stored === '' || /\s$/.test(stored) ? stored : `${stored} `;
  return { draft: { ...draft, text: before + text }, at: before.length };
}

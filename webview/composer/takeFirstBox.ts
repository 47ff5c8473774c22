import type { Draft } from '../../src/contract/draft';
import type { ChannelId } from '../../src/contract/ids';
import { shellCommandIn } from '../../src/contract/shell';
import type { FirstBox } from '../store/boxState';
import type { PageState } from '../store/pageState';
import type { Store } from '../store/store';

/**
 * Puts what was typed before the page had started into the draft that the composer will show, with
 * the caret where it was. Without a conversation, the text waits for one.
 * @param save saves a draft that has changed
 */
export function takeFirstBox(
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
  store.update(state => ({ ...state, draft: joined.draft, firstBox: { ...box, selection } }));
  if (hasText) {
    save(channelId, joined.draft);
  }
}

/** @returns the draft with the text, and where in it the text begins */
function withText(draft: Draft, text: string): { readonly draft: Draft; readonly at: number } {
  const { text: stored } = draft;
  // A command that was not in view must not run with words that were meant for a message.
  if (shellCommandIn(stored) !== undefined) {
    return { draft: { ...draft, text: `${text}\n\n${stored}` }, at: 0 };
  }
  const before = stored === '' || /\s$/.test(stored) ? stored : `${stored} `;
  return { draft: { ...draft, text: before + text }, at: before.length };
}

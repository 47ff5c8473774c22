import type { Conversation } from '../../src/contract/conversation';
import { endOf, parentOf } from '../../src/transcript/selectors';
import { isRevealedAs } from '../transcript/findTurn';
import type { Origin } from './foundList';

/** Returns the lowest item in view, or the end of the conversation. */
export function viewOrigin(root: HTMLElement, conversation: Conversation): Origin {
  const scroller = root.querySelector('.scroller');
  const bottom = scroller?.getBoundingClientRect().bottom ?? 0;
  const elements = [...root.querySelectorAll<HTMLElement>('.scroller [data-reveal]')];
  const lowest = elements.findLast(element => element.getBoundingClientRect().top < bottom);
  const key = lowest?.dataset.reveal;
  const { first, turns, open } = conversation;
  const all = open ? [...turns, open] : turns;
  for (let index = all.length - 1; key !== undefined && index >= 0; index -= 1) {
    const items = all[index]?.items ?? [];
    const item = items.findIndex(one => isRevealedAs(one, key));
    if (item !== -1) {
      // Items of subagents that follow stand in cards above.
      const next = items.findIndex((one, at) => at > item && !parentOf(one));
      return { turn: first + index, item: (next === -1 ? items.length : next) - 1 };
    }
  }
  return { turn: endOf(conversation) + 1, item: 0 };
}

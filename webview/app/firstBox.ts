import { withoutEnd } from '../../src/base/withoutEnd';
import { fieldState } from '../composer/box/fieldState';
import type { FirstBox } from '../store/boxState';

/** Milliseconds after which a composition is ended: its text stays, and the page must start. */
const patience = 3_000;

/**
 * Removes what the page's HTML shows until our scripts have run. The caller must render at once: keys
 * that are pressed after this have no box. An input method would lose its text with the box, so that
 * the end of a composition is awaited.
 * @returns undefined if there is no box
 */
export async function removeFirstPicture(root: HTMLElement): Promise<FirstBox | undefined> {
  const box = root.querySelector<HTMLTextAreaElement>('#first-box');
  const isComposing = box?.dataset.composing !== undefined;
  if (isComposing) {
    await compositionEnd(box);
  }
  const first = box ? stateOf(box, isComposing) : undefined;
  root.replaceChildren();
  return first;
}

async function compositionEnd(box: HTMLTextAreaElement): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>(resolve => {
    const end = () => resolve();
    box.addEventListener('compositionend', end, { once: true });
    timer = setTimeout(() => {
      box.blur();
      end();
    }, patience);
  });
  clearTimeout(timer);
}

function stateOf(box: HTMLTextAreaElement, wasComposing: boolean): FirstBox {
  const { selection, hasFocus, scrollTop } = fieldState(box);
  // Enter sends nothing yet, and the line that it began is not wanted.
  const text = withoutEnd(box.value, '\n');
  const anchor = Math.min(selection.anchor, text.length);
  const head = Math.min(selection.head, text.length);
  return {
    text,
    state: { selection: { anchor, head }, hasFocus: hasFocus || wasComposing, scrollTop },
  };
}

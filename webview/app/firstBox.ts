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
  const timer = setTimeout(() => box.blur(), patience);
  await new Promise(resolve => box.addEventListener('compositionend', resolve, { once: true }));
  clearTimeout(timer);
}

function stateOf(box: HTMLTextAreaElement, wasComposing: boolean): FirstBox {
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = box;
  // Enter sends nothing yet, and the line that it began is not wanted.
  const text = box.value.replace(/\n+$/, '');
  const start = Math.min(selectionStart, text.length);
  const end = Math.min(selectionEnd, text.length);
  const isBackward = selectionDirection === 'backward';
  return {
    text,
    state: {
      selection: { anchor: isBackward ? end : start, head: isBackward ? start : end },
      hasFocus: wasComposing || document.activeElement === box,
      scrollTop,
    },
  };
}

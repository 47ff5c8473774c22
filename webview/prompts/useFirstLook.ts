import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { glance } from '../ui/glance';
import { isComposing } from '../ui/isComposing';
import { promptGuard, readingTime } from './promptGuard';

/**
 * Brings a prompt's card into view once it is the first that waits, its top first, unless the user
 * looks at something else. Takes the focus from a message box in which nobody is writing, so that
 * the digits that the card shows answer it.
 */
export function useFirstLook(group: RefObject<HTMLElement | null>, isFirst: boolean): void {
  useEffect(() => {
    const { current } = group;
    if (!current || !isFirst) {
      return undefined;
    }
    const card = current.closest<HTMLElement>('.request') ?? current;
    const observer = new IntersectionObserver(
      ([look]) => {
        observer.disconnect();
        if (look) {
          showTop(look, current, card);
        }
      },
      { root: card.closest('.scroller') },
    );
    observer.observe(card);
    const stop = takeFocus(current);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [isFirst]);
  useEffect(() => {
    const { current } = group;
    const write = (event: KeyboardEvent) => {
      // A letter begins a message, as it does while nothing has the focus. So does a digit that
      // answers nothing yet: its user has not seen that the card has taken the focus.
      const isAnswer = /^\d$/.test(event.key) && promptGuard.areKeysArmed();
      const isText = [...event.key].length === 1 && event.key !== ' ' && !isAnswer;
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.target === current && isText && !isChord && !isComposing(event)) {
        messageBox()?.focus();
      }
    };
    current?.addEventListener('keydown', write);
    return () => current?.removeEventListener('keydown', write);
  }, []);
}

function showTop(
  { isIntersecting, rootBounds, boundingClientRect }: IntersectionObserverEntry,
  group: HTMLElement,
  card: HTMLElement,
): void {
  const scroller = card.closest('.scroller');
  if (!scroller || !rootBounds) {
    return;
  }
  const { scrollHeight, scrollTop, clientHeight } = scroller;
  const isAtEnd = scrollHeight - scrollTop - clientHeight <= 2;
  if ((isIntersecting || isAtEnd) && boundingClientRect.top < rootBounds.top) {
    // The end is followed again once this element is gone.
    group.dispatchEvent(new Event(glance, { bubbles: true }));
    card.scrollIntoView({ block: 'start' });
  }
}

function messageBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.message-input');
}

/**
 * Moves the focus from the message box to a card, as soon as nobody is writing there.
 * @returns a function that ends the wait
 */
function takeFocus(group: HTMLElement): () => void {
  const shownAt = performance.now();
  let timer = setTimeout(look, readingTime);
  function look(): void {
    const box = messageBox();
    // A user who goes to the box while the card waits is about to write, maybe a digit first.
    if (!box || document.activeElement !== box || promptGuard.cameAt > shownAt) {
      return;
    }
    const left = promptGuard.lastTypingAt + pause - performance.now();
    if (left > 0 || !isEmpty(box)) {
      timer = setTimeout(look, left > 0 ? Math.ceil(left) : pause);
    } else if (promptGuard.isAnswering) {
      group.focus({ preventScroll: true });
    } else {
      // A key pressed in this moment was meant for the box, so no keycap says otherwise yet.
      promptGuard.noteFocus();
      group.dataset.arriving = '';
      group.focus({ preventScroll: true });
      timer = setTimeout(() => delete group.dataset.arriving, readingTime);
    }
  }
  return () => {
    clearTimeout(timer);
    delete group.dataset.arriving;
  };
}

/** Time in ms after which nobody is typing, or about to. */
const pause = 1500;

/** Returns the message box if it holds nothing: the next card takes the focus from it. */
export function emptyMessageBox(): HTMLElement | undefined {
  const box = messageBox();
  return box && isEmpty(box) ? box : undefined;
}

function isEmpty(box: HTMLElement): boolean {
  const text = box instanceof HTMLTextAreaElement ? box.value : (box.textContent ?? '');
  return text.trim() === '' && box.querySelector('.chip') === null;
}

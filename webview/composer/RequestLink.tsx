import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Prompt } from '../../src/contract/prompts';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';

interface RequestLinkProps {
  /** Requests that wait, the oldest first. */
  readonly waiting: readonly Prompt[];
}

/** Leads to the first request whose card is out of view; absent while all of them are seen. */
export function RequestLink({ waiting }: RequestLinkProps) {
  const { reveal } = useActions();
  const unseen = useUnseen(waiting);
  const next = waiting.find(({ id }) => unseen.has(id));
  return next === undefined ? null : (
    <Button kind="link" onClick={() => reveal(next.id)}>
      {waiting.length === 1
        ? l10n.t('Go to Request')
        : next === waiting[0]
          ? l10n.t('Go to the First of {0} Requests', waiting.length)
          : l10n.t('Go to the Next of {0} Requests', waiting.length)}
    </Button>
  );
}

const attribute = 'data-reveal';
const none: ReadonlySet<string> = new Set();

/** Requests whose cards are out of view. The conversation adds and removes cards as it scrolls. */
function useUnseen(waiting: readonly Prompt[]): ReadonlySet<string> {
  const [unseen, setUnseen] = useState(none);
  useLayoutEffect(() => {
    const watched = new Map<string, Element>();
    const note = (found: Found) => setUnseen(before => withFound(before, found));
    const observer = new IntersectionObserver(entries => {
      const present = entries.filter(({ target }) => target.isConnected);
      note(new Map(present.map(({ target, isIntersecting }) => [idOf(target), isIntersecting])));
      // Another card takes the place of one while its answer is delivered.
      look();
    });
    const isWatched = ({ id }: Prompt) => {
      const card = watched.get(id);
      return card?.isConnected === true && idOf(card) === id;
    };
    const look = () => {
      const missing = waiting.filter(prompt => !isWatched(prompt));
      // All at once: there may be hundreds, and this runs in each frame in which something scrolls.
      const drawn = missing.length > 0 ? drawnCards() : watched;
      for (const { id } of missing) {
        const [before, card] = [watched.get(id), drawn.get(id)];
        if (before) {
          observer.unobserve(before);
          watched.delete(id);
        }
        if (card) {
          observer.observe(card);
          watched.set(id, card);
        }
      }
      note(new Map(missing.flatMap(({ id }) => (drawn.has(id) ? [] : [[id, false]]))));
    };
    // After the conversation has drawn what this render is about.
    const frame = requestAnimationFrame(look);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', look, { capture: true });
      observer.disconnect();
    };
  }, [waiting]);
  return unseen;
}

/** Whether cards are in view, by the ids of their requests. */
type Found = ReadonlyMap<string, boolean>;

function withFound(before: ReadonlySet<string>, found: Found): ReadonlySet<string> {
  const isSame = [...found].every(([id, isSeen]) => before.has(id) !== isSeen);
  const kept = [...before].filter(id => !found.has(id));
  const more = [...found].flatMap(([id, isSeen]) => (isSeen ? [] : id));
  return isSame ? before : new Set([...kept, ...more]);
}

/** Returns the first card of each id. */
function drawnCards(): ReadonlyMap<string, Element> {
  const cards = [...document.querySelectorAll(`[${attribute}]`)];
  return new Map(cards.toReversed().map(card => [idOf(card), card]));
}

function idOf(card: Element): string {
  return card.getAttribute(attribute) ?? '';
}

import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PromptId } from '../../src/contract/ids';
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

const none: ReadonlySet<PromptId> = new Set();

/** Requests whose cards are out of view. The conversation adds and removes cards as it scrolls. */
function useUnseen(waiting: readonly Prompt[]): ReadonlySet<PromptId> {
  const [unseen, setUnseen] = useState(none);
  useLayoutEffect(() => {
    const cards = new Map<PromptId, Element>();
    const note = (id: PromptId, isSeen: boolean) =>
      setUnseen(before => (before.has(id) === isSeen ? changed(before, id, isSeen) : before));
    const observer = new IntersectionObserver(entries => {
      for (const [id, card] of cards) {
        const last = entries.findLast(({ target }) => target === card);
        if (last && card.isConnected) {
          note(id, last.isIntersecting);
        }
      }
      // Another card takes the place of one while its answer is delivered.
      look();
    });
    const look = () => {
      for (const { id } of waiting) {
        const before = cards.get(id);
        if (before?.isConnected) {
          continue;
        }
        if (before) {
          observer.unobserve(before);
        }
        const card = document.querySelector(`[data-reveal="${CSS.escape(id)}"]`);
        if (card) {
          cards.set(id, card);
          observer.observe(card);
        } else {
          cards.delete(id);
          note(id, false);
        }
      }
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

function changed(ids: ReadonlySet<PromptId>, id: PromptId, isSeen: boolean): Set<PromptId> {
  const next = new Set(ids);
  if (isSeen) {
    next.delete(id);
  } else {
    next.add(id);
  }
  return next;
}

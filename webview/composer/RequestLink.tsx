import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PromptId } from '../../src/contract/ids';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';

interface RequestLinkProps {
  /** First request that waits. */
  readonly id: PromptId;
  /** Number of requests that wait. */
  readonly count: number;
}

/** Leads to the first request; only shown while its card is out of view. */
export function RequestLink({ id, count }: RequestLinkProps) {
  const { reveal } = useActions();
  return useIsInView(id) ? null : (
    <Button kind="link" onClick={() => reveal(id)}>
      {count === 1 ? l10n.t('Go to Request') : l10n.t('Go to the First of {0} Requests', count)}
    </Button>
  );
}

/** Whether any of the card is seen. The conversation adds and removes cards while it scrolls. */
function useIsInView(id: PromptId): boolean {
  const [isInView, setInView] = useState(true);
  useLayoutEffect(() => {
    let card: Element | undefined;
    const seen = new IntersectionObserver(entries => {
      const last = entries.at(-1);
      if (last?.target !== card) {
        return;
      }
      if (last?.target.isConnected) {
        setInView(last.isIntersecting);
      } else {
        // Another card takes its place while an answer is delivered.
        look();
      }
    });
    const look = () => {
      if (card?.isConnected) {
        return;
      }
      seen.disconnect();
      card = document.querySelector(`[data-reveal="${CSS.escape(id)}"]`) ?? undefined;
      if (card) {
        seen.observe(card);
      } else {
        setInView(false);
      }
    };
    // After the conversation has drawn what this render is about.
    const frame = requestAnimationFrame(look);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', look, { capture: true });
      seen.disconnect();
    };
  }, [id]);
  return isInView;
}

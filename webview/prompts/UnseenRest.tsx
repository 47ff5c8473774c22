import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { RequestSight } from '../tools/parts/requestSight';

interface UnseenRestProps {
  readonly id: string;
  readonly sight: RequestSight;
  /** True while the user has to see more of the request. */
  readonly hasRest: boolean;
}

/**
 * Says how much of a request was not in view, and shows more of it. Once used, it stays: the next
 * press of a repeated key must not land on an answer, nor may a click miss a button that moved.
 */
export function UnseenRest({ id, sight, hasRest }: UnseenRestProps) {
  const [stays, setStays] = useState(false);
  const hasLines = hasRest && sight.linesLeft !== undefined;
  useEffect(() => {
    // A card that only had to come into view has no end that the user would look for.
    if (hasLines) {
      setStays(true);
    }
  }, [hasLines]);
  const button = useRevealOnce(sight, hasRest);
  return hasRest || stays ? (
    <button
      ref={button}
      type="button"
      class="prompt-rest"
      id={id}
      aria-disabled={!sight.hasRest}
      onFocus={() => setStays(true)}
      onClick={() => {
        setStays(true);
        sight.showMore();
      }}
    >
      <span aria-live="polite">
        {sight.hasRest ? restText(sight.linesLeft) : l10n.t('Seen to the end')}
      </span>
    </button>
  ) : null;
}

/**
 * Brings the request into view when another part of its card is, as for a new card that is taller
 * than the view. Happens once: afterwards the user scrolls.
 */
function useRevealOnce(sight: RequestSight, hasRest: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasRevealed = useRef(false);
  useEffect(() => {
    const { current } = button;
    if (!current || !hasRest || wasRevealed.current) {
      return undefined;
    }
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting) && sight.linesLeft === undefined) {
        wasRevealed.current = true;
        observer.disconnect();
        sight.reveal();
      }
    });
    // The whole card: its buttons may be out of view as well.
    observer.observe(current.closest('.prompt') ?? current);
    return () => observer.disconnect();
  }, [hasRest, sight]);
  return button;
}

function restText(lines: number | undefined): string {
  return lines === undefined
    ? l10n.t('The rest was not seen: show it')
    : plural(lines, {
        one: l10n.t('1 more line not seen: show it'),
        other: l10n.t('{0} more lines not seen: show more', lines),
      });
}

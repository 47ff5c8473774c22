import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { useExpanded } from '../../store/context';
import { useText } from '../../store/useText';
import { countOf, linesOf, sizeOf } from './plainText';

/** More lines than this are folded. */
const foldBeyond = 200;

interface LongTextProps {
  readonly text: Text;
  /** Remembers that it was unfolded. */
  readonly id: string;
  /** How many lines are shown while folded. */
  readonly shown?: number;
  /** Which end is shown while folded; of a text that is with the host only the beginning is here. */
  readonly end?: 'head' | 'tail';
  /** `skipped`: lines left out before the text. */
  readonly children: (text: string, skipped: number) => ComponentChildren;
}

/** A text that is folded when it is long, and fetched from the host when not all of it is here. */
export function LongText({ text, id, shown = foldBeyond, end = 'head', children }: LongTextProps) {
  const { text: known, isWhole, length, error, load } = useText(text);
  const [isUnfolded, setUnfolded] = useExpanded(id);
  const blob = typeof text === 'string' ? undefined : text.blob;
  useEffect(() => {
    if (isUnfolded) {
      load();
    }
  }, [blob, isUnfolded]);
  useEffect(() => {
    if (error !== undefined) {
      setUnfolded(false);
    }
  }, [error]);
  if (!isWhole) {
    return (
      <>
        {children(foldedEnd(known, shown, 'head').text, 0)}
        <button
          type="button"
          class="tool-more"
          disabled={isUnfolded}
          onClick={() => setUnfolded(true)}
        >
          {isUnfolded ? 'Loading…' : `Show all (${sizeOf(length)})`}
        </button>
        {error === undefined ? null : <p class="tool-problem">Could not be loaded: {error}</p>}
      </>
    );
  }
  const { text: part, skipped, hidden, all } = foldedEnd(known, shown, end);
  if (hidden === 0) {
    return <>{children(known, 0)}</>;
  }
  const fold = (
    <button
      type="button"
      class="tool-more"
      aria-expanded={isUnfolded}
      onClick={() => setUnfolded(!isUnfolded)}
    >
      {isUnfolded ? 'Show less' : `Show all ${countOf(all, 'line')}`}
    </button>
  );
  return (
    <>
      {end === 'tail' ? fold : null}
      {isUnfolded ? children(known, 0) : children(part, skipped)}
      {end === 'head' ? fold : null}
    </>
  );
}

function foldedEnd(text: string, shown: number, end: 'head' | 'tail') {
  const lines = linesOf(text);
  // Hiding a line or two would take as much room as the button that shows them.
  if (lines.length <= shown + 2) {
    return { text, skipped: 0, hidden: 0, all: lines.length };
  }
  const kept = end === 'head' ? lines.slice(0, shown) : lines.slice(-shown);
  const hidden = lines.length - kept.length;
  return {
    text: kept.join('\n'),
    skipped: end === 'tail' ? hidden : 0,
    hidden,
    all: lines.length,
  };
}

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../src/base/errors';
import type { Text } from '../../../src/contract/content';
import { usePage } from './page';
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
  const page = usePage();
  const [fetched, setFetched] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const whole = typeof text === 'string' ? text : fetched;
  const isUnfolded = page.isToggled(id);
  const blob = typeof text === 'string' ? undefined : text.blob;
  useEffect(() => {
    if (blob === undefined || !isUnfolded) {
      return undefined;
    }
    let isWanted = true;
    setProblem(undefined);
    page.readBlob(blob).then(
      content => isWanted && setFetched(content.kind === 'text' ? content.text : ''),
      error => {
        if (isWanted) {
          setProblem(messageOf(error));
          page.setToggled(id, false);
        }
      },
    );
    return () => {
      isWanted = false;
    };
  }, [blob, isUnfolded]);
  if (whole === undefined && typeof text !== 'string') {
    return (
      <>
        {children(foldedEnd(text.preview, shown, 'head').text, 0)}
        <button
          type="button"
          class="tool-more"
          disabled={isUnfolded}
          onClick={() => page.setToggled(id, true)}
        >
          {isUnfolded ? 'Loading…' : `Show all (${sizeOf(text.length)})`}
        </button>
        {problem === undefined ? null : <p class="tool-problem">Could not be loaded: {problem}</p>}
      </>
    );
  }
  const { text: part, skipped, hidden, all } = foldedEnd(whole ?? '', shown, end);
  if (hidden === 0) {
    return <>{children(whole ?? '', 0)}</>;
  }
  const fold = (
    <button
      type="button"
      class="tool-more"
      aria-expanded={isUnfolded}
      onClick={() => page.setToggled(id, !isUnfolded)}
    >
      {isUnfolded ? 'Show less' : `Show all ${countOf(all, 'line')}`}
    </button>
  );
  return (
    <>
      {end === 'tail' ? fold : null}
      {isUnfolded ? children(whole ?? '', 0) : children(part, skipped)}
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

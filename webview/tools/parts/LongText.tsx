import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { useExpanded } from '../../store/pageContext';
import { useText } from '../../store/useText';
import { formatNumber } from './counts';
import { linesOf, sizeOf } from './plainText';

/** Number of lines beyond which a text is folded. */
const foldBeyond = 200;

interface LongTextProps {
  readonly text: Text;
  /** Key under which the fold is saved. */
  readonly id: string;
  /** Number of lines shown while folded. */
  readonly shown?: number;
  /** End shown while folded; texts stored by the host always show the beginning. */
  readonly end?: 'head' | 'tail';
  /** True to show all of it until the user folds it. */
  readonly startsUnfolded?: boolean;
  /** Renders the text; `skipped` is the number of lines left out before it. */
  readonly children: (text: string, skipped: number) => ComponentChildren;
}

/** Folds a long text, and fetches it from the host when the user unfolds it. */
export function LongText(props: LongTextProps) {
  const { text, id, shown = foldBeyond, end = 'head', startsUnfolded = false, children } = props;
  const { text: known, isWhole, length, error, load } = useText(text);
  const [isUnfolded, setUnfolded] = useExpanded(id, startsUnfolded);
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
          aria-expanded={isUnfolded}
          disabled={isUnfolded}
          onClick={() => setUnfolded(true)}
        >
          {isUnfolded ? l10n.t('Loading…') : l10n.t('Show All ({0})', sizeOf(length))}
        </button>
        {error === undefined ? null : (
          <p class="tool-problem">{l10n.t('Could not be loaded: {0}', error)}</p>
        )}
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
      {isUnfolded ? l10n.t('Show Less') : l10n.t('Show All {0} Lines', formatNumber(all))}
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
  // The button itself takes the room of a line or two.
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

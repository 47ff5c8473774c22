import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { ReviewSummary } from '../../src/contract/events';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { LineCounts } from '../ui/LineCounts';
import { useFocusHeir } from '../ui/useFocusHeir';

/** Counts the changes that are neither kept nor undone; renders nothing without any. */
export function ReviewLine() {
  const review = usePageState(state => state.conversation.summary.review);
  return review && review.files > 0 ? <Line review={review} /> : null;
}

function Line({ review }: { readonly review: ReviewSummary }) {
  const { call } = useActions();
  const line = useRef<HTMLDivElement>(null);
  useFocusHeir(line, gone => gone.parentElement?.querySelector<HTMLElement>('.message-input'));
  const { files, added, removed } = review;
  return (
    <div ref={line} class="review-line">
      <span class="review-text" title={l10n.t('Neither kept nor undone yet')}>
        {plural(files, {
          one: l10n.t('{0} file to review', files),
          other: l10n.t('{0} files to review', files),
        })}
        , <LineCounts added={added} removed={removed} />
      </span>
      <Button kind="link" onClick={() => void call('review.open')}>
        {l10n.t('Review')}
      </Button>
    </div>
  );
}

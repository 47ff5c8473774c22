import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { Turn } from '../../src/contract/conversation';
import { filesText } from '../../src/contract/labels/filesText';
import { changedFiles } from '../../src/transcript/selectors';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { formatDuration } from '../ui/durations';
import { formatCost } from '../ui/formatCost';
import { LineCounts } from '../ui/LineCounts';
import { useFocusHeir } from '../ui/useFocusHeir';
import { newProblems } from './newProblems';
import { TurnUsageDetails } from './TurnUsageDetails';

/** Changed files, duration and cost of a turn, with buttons for its changes. */
export function TurnChanges({ turn }: { readonly turn: Turn }) {
  const { call } = useActions();
  const review = usePageState(state => state.conversation.summary.review);
  const files = changedFiles(turn);
  const unreviewed = new Set(review?.tools);
  const canDecide = turn.items.some(item => item.kind === 'tool' && unreviewed.has(item.call.id));
  const facts = [
    turn.durationMs === undefined ? undefined : formatDuration(turn.durationMs),
    turn.costUsd === undefined ? undefined : formatCost(turn.costUsd),
  ].filter(fact => fact !== undefined);
  if (files.length === 0 && facts.length === 0 && !canDecide && !turn.usage) {
    return null;
  }
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const problems = newProblems(files);
  return (
    <div class="turn-footer">
      {files.length > 0 ? (
        <span title={files.map(file => file.path).join('\n')}>
          {filesText(files.length)}, <LineCounts added={added} removed={removed} />
          {problems > 0 ? `, ${problemCount(problems)}` : null}
        </span>
      ) : null}
      {files.length > 0 || canDecide ? (
        <span class="turn-review">
          <Button
            icon="diff-multiple"
            onClick={() => void call('turn.review', { turnId: turn.id })}
          >
            {l10n.t('Review Changes')}
          </Button>
          {canDecide ? <Decision turn={turn} /> : null}
        </span>
      ) : null}
      {turn.usage ? (
        <TurnUsageDetails turnId={turn.id} usage={turn.usage} facts={facts} />
      ) : facts.length > 0 ? (
        <span class="quiet">{facts.join(' · ')}</span>
      ) : null}
    </div>
  );
}

function problemCount(count: number): string {
  return plural(count, {
    one: l10n.t('{0} new problem', count),
    other: l10n.t('{0} new problems', count),
  });
}

/** Keep and Undo buttons; when they disappear, the button beside them takes the focus. */
function Decision({ turn }: { readonly turn: Turn }) {
  const { call } = useActions();
  const box = useRef<HTMLSpanElement>(null);
  useFocusHeir(box, gone => gone.parentElement?.querySelector('button'));
  return (
    <span ref={box} class="turn-decision">
      <Button
        icon="check"
        label={l10n.t('Keep changes of this turn')}
        onClick={() => void call('turn.keep', { turnId: turn.id })}
      >
        {l10n.t('Keep')}
      </Button>
      <Button
        icon="discard"
        label={l10n.t('Undo changes of this turn')}
        onClick={() => void call('turn.undo', { turnId: turn.id })}
      >
        {l10n.t('Undo')}
      </Button>
    </span>
  );
}

import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { Turn } from '../../src/contract/conversation';
import { filesText } from '../../src/contract/labels/filesText';
import { changedFiles } from '../../src/transcript/selectors';
import { useActions, usePageState } from '../store/pageContext';
import { Button, IconButton } from '../ui/Button';
import { LineCounts } from '../ui/LineCounts';
import { useFocusHeir } from '../ui/useFocusHeir';
import { newProblems } from './newProblems';
import { TurnUsageDetails } from './TurnUsageDetails';

/** Changed files of a turn in one row, with buttons for its changes; time and cost open below. */
export function TurnChanges({ turn }: { readonly turn: Turn }) {
  const { call } = useActions();
  const review = usePageState(state => state.conversation.summary.review);
  const files = changedFiles(turn);
  const has = (calls: readonly string[] = []) => {
    const known = new Set(calls);
    return turn.items.some(item => item.kind === 'tool' && known.has(item.call.id));
  };
  const canDecide = has(review?.tools);
  const canRedo = !canDecide && has(review?.undone);
  const isKept = !canDecide && has(review?.kept);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const problems = newProblems(files);
  const isChanged = files.length > 0 || canDecide;
  if (!isChanged && turn.durationMs === undefined && !turn.costUsd && !turn.usage) {
    return null;
  }
  return (
    <div class="turn-footer">
      {files.length > 0 ? (
        <span class="turn-files" title={files.map(file => file.path).join('\n')}>
          {filesText(files.length)} <LineCounts added={added} removed={removed} />
          {problems > 0 ? ` · ${problemCount(problems)}` : null}
        </span>
      ) : null}
      {canRedo ? (
        <span class="turn-review">
          <span class="quiet">{l10n.t('Undone')}</span>
          <Button
            label={l10n.t('Redo Changes of This Turn')}
            onClick={() => void call('turn.redo', { turnId: turn.id })}
          >
            {l10n.t('Redo')}
          </Button>
        </span>
      ) : isChanged ? (
        <span class="turn-review">
          {isKept ? <span class="quiet">{l10n.t('Kept')}</span> : null}
          <Button
            label={l10n.t('Review Changes')}
            onClick={() => void call('turn.review', { turnId: turn.id })}
          >
            {l10n.t('Review')}
          </Button>
          {canDecide ? <Decision turn={turn} /> : null}
        </span>
      ) : null}
      <TurnUsageDetails turn={turn} />
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
      <IconButton
        icon="check"
        label={l10n.t('Keep Changes of This Turn')}
        onClick={() => void call('turn.keep', { turnId: turn.id })}
      />
      <IconButton
        icon="discard"
        label={l10n.t('Undo Changes of This Turn')}
        onClick={() => void call('turn.undo', { turnId: turn.id })}
      />
    </span>
  );
}

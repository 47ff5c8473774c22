import * as l10n from '@vscode/l10n';
import type { FileChange } from '../../../src/contract/content';
import type { ToolItem } from '../../../src/contract/conversation';
import type { FileUpdate, ProblemDelta } from '../../../src/contract/fileUpdates';
import type { PermissionPrompt } from '../../../src/contract/prompts';
import type { ToolCall, ToolContent } from '../../../src/contract/tools';
import { Contents } from './Contents';
import { errorCount, warningCount } from './counts';
import { FileDiff } from './FileDiff';
import { countsOf } from './ProposedEdit';
import { useCardPage } from './useCardPage';

interface ChangeProps {
  readonly call: ToolCall;
  readonly item?: ToolItem;
}

/** Returns the host's diff from disk if there is one, otherwise the tool's own diff. */
export function changeOf({ call, item }: ChangeProps): FileChange | undefined {
  const file = item?.files?.[0];
  if (file?.hunks !== undefined && file.hunks.length > 0) {
    return { path: file.path, hunks: file.hunks, added: file.added, removed: file.removed };
  }
  return call.content.find(content => content.type === 'diff');
}

export function hasHunks(change: FileChange | undefined): change is FileChange {
  return change !== undefined && change.hunks.length > 0;
}

/** Line counts such as "+3 −1". */
export function ChangeCounts({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}) {
  return (
    <span class="tool-counts">
      {added === 0 ? null : (
        <span class="tool-added">
          +{added}
          <span class="sr-only">{` ${linesAdded()}`}</span>
        </span>
      )}
      {added === 0 || removed === 0 ? null : ' '}
      {removed === 0 ? null : (
        <span class="tool-removed">
          −{removed}
          <span class="sr-only">{` ${linesRemoved()}`}</span>
        </span>
      )}
    </span>
  );
}

function linesAdded(): string {
  return l10n.t({ message: 'lines added', comment: ['Follows a number'] });
}

function linesRemoved(): string {
  return l10n.t({ message: 'lines removed', comment: ['Follows a number'] });
}

/** Change in editor diagnostics since the edit, such as "+3 errors, −1 warning". */
export function ProblemCounts({ problems }: { readonly problems: ProblemDelta }) {
  const { errors, warnings } = problems;
  const parts = [difference(errors, errorCount), difference(warnings, warningCount)];
  const text = parts.filter(part => part !== '').join(', ');
  return text === '' ? null : (
    <span class={errors > 0 ? 'tool-exit' : 'tool-note'} title={l10n.t('Problems in the editor')}>
      {text}
      <span class="sr-only">{` ${l10n.t('in the editor')}`}</span>
    </span>
  );
}

function difference(count: number, countOf: (count: number) => string): string {
  const sign = count > 0 ? '+' : '−';
  return count === 0 ? '' : `${sign}${countOf(Math.abs(count))}`;
}

export function ChangeSummary(props: ChangeProps) {
  const file = props.item?.files?.[0];
  const change = file ?? changeOf(props);
  const isKnown = change !== undefined && change.added + change.removed > 0;
  return isKnown || file?.problems !== undefined ? (
    <>
      {isKnown ? <ChangeCounts added={change.added} removed={change.removed} /> : null}{' '}
      {file?.problems === undefined ? null : <ProblemCounts problems={file.problems} />}
    </>
  ) : null;
}

/** Counts of what a waiting edit would change, as far as they are known. */
export function ProposedCounts({
  prompt: { call, change },
}: {
  readonly prompt: PermissionPrompt;
}) {
  const edits = call.family === 'edit' ? (call.input?.edits ?? []) : [];
  const counts =
    change ??
    (edits.every(({ hunks }) => hunks !== undefined)
      ? countsOf(edits.flatMap(({ hunks = [] }) => hunks))
      : undefined);
  return counts === undefined || counts.added + counts.removed === 0 ? null : (
    <ChangeCounts added={counts.added} removed={counts.removed} />
  );
}

/** Diff of a change, with a button that opens it in the editor. */
export function ChangeResult(props: ChangeProps) {
  const { call, item } = props;
  const page = useCardPage();
  const change = changeOf(props);
  const others = call.content.filter(content => content.type !== 'diff');
  const status = item?.files?.[0]?.status;
  const canOpen =
    call.status === 'done' && (status === undefined ? change !== undefined : isOnRecord(status));
  return (
    <>
      {hasHunks(change) ? <FileDiff change={change} /> : null}
      {status === 'unchanged' ? <p class="tool-note">{l10n.t('The file is as it was')}</p> : null}
      <Contents
        contents={change === undefined ? others : others.filter(isWorthShowing)}
        id={item?.key ?? call.id}
      />
      {canOpen ? (
        <div class="tool-actions">
          <button type="button" class="tool-action" onClick={() => page.openDiff(call.id)}>
            {l10n.t('Open Diff')}
          </button>
        </div>
      ) : null}
    </>
  );
}

/** @returns true if the host can show the change in a diff */
export function isOnRecord(status: FileUpdate['status']): boolean {
  return status === 'created' || status === 'updated' || status === 'deleted';
}

/** Hides "The file … has been updated", which only repeats the card. */
function isWorthShowing(content: ToolContent): boolean {
  return content.type !== 'text';
}

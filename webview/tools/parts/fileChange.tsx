import type { Hunk } from '../../../src/contract/content';
import type { ToolItem } from '../../../src/contract/conversation';
import type { FileUpdate } from '../../../src/contract/events';
import type { ToolCall, ToolContent } from '../../../src/contract/tools';
import { Diff } from '../../ui/Diff';
import { languageOfPath } from '../../ui/highlight/languages';
import { Contents } from './Contents';
import { usePage } from './page';

interface ChangeProps {
  readonly call: ToolCall;
  readonly item?: ToolItem;
}

export interface FileChange {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** What is known of the change: from disk where the host has compared it, else as the tool told. */
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

/** "+3 −1". */
function ChangeCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="tool-counts">
      <span class="tool-added">
        +{added}
        <span class="sr-only"> lines added,</span>
      </span>{' '}
      <span class="tool-removed">
        −{removed}
        <span class="sr-only"> lines removed</span>
      </span>
    </span>
  );
}

export function ChangeSummary(props: ChangeProps) {
  const change = props.item?.files?.[0] ?? changeOf(props);
  const isKnown = change !== undefined && change.added + change.removed > 0;
  return isKnown ? <ChangeCounts added={change.added} removed={change.removed} /> : null;
}

/** The change as it was made, with a way into the editor's own diff. */
export function ChangeResult(props: ChangeProps) {
  const { call, item } = props;
  const page = usePage();
  const change = changeOf(props);
  const others = call.content.filter(content => content.type !== 'diff');
  const status = item?.files?.[0]?.status;
  const canOpen =
    call.status === 'done' && (status === undefined ? change !== undefined : isOnRecord(status));
  return (
    <>
      {hasHunks(change) ? (
        <Diff
          patch={change.hunks}
          language={languageOfPath(change.path)}
          added={change.added}
          removed={change.removed}
        />
      ) : null}
      {status === 'unchanged' ? <p class="tool-note">The file is as it was</p> : null}
      <Contents
        contents={change === undefined ? others : others.filter(isWorthShowing)}
        id={item?.key ?? call.id}
      />
      {canOpen ? (
        <div class="tool-actions">
          <button type="button" class="tool-action" onClick={() => page.openDiff(call.id)}>
            Open diff
          </button>
        </div>
      ) : null}
    </>
  );
}

function isOnRecord(status: FileUpdate['status']): boolean {
  return status === 'created' || status === 'updated' || status === 'deleted';
}

/** "The file … has been updated" says nothing that the card does not. */
function isWorthShowing(content: ToolContent): boolean {
  return content.type !== 'text';
}

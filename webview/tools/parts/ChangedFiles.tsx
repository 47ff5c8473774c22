import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../../src/contract/conversation';
import type { FileUpdate } from '../../../src/contract/fileUpdates';
import type { ToolCall } from '../../../src/contract/tools';
import { useExpanded } from '../../store/pageContext';
import { fileTarget } from './clickTargets';
import { fileCount, formatNumber } from './counts';
import { EscapedText } from './EscapedText';
import { ChangeCounts, isOnRecord, ProblemCounts } from './FileChange';
import { TargetLink } from './TargetLink';
import { useCardPage } from './useCardPage';

interface ChangedFilesProps {
  readonly call: ToolCall;
  readonly item?: ToolItem;
}

const shownAtFirst = 8;

function changedByCommand(item: ToolItem | undefined): readonly FileUpdate[] {
  return item?.files?.filter(({ via }) => via === 'command') ?? [];
}

/** Summary such as "3 files +12 −4"; nothing if the command changed no files. */
export function ChangedFilesSummary({ item }: ChangedFilesProps) {
  const files = changedByCommand(item);
  if (files.length === 0) {
    return null;
  }
  const sum = (what: 'added' | 'removed') => files.reduce((total, file) => total + file[what], 0);
  return (
    <>
      {fileCount(files.length)} <ChangeCounts added={sum('added')} removed={sum('removed')} />
    </>
  );
}

/** Files that a command changed, each with links to the file and its diff. */
export function ChangedFiles({ call, item }: ChangedFilesProps) {
  const [isWhole, setWhole] = useExpanded(`files:${call.id}`);
  const files = changedByCommand(item);
  if (files.length === 0) {
    return null;
  }
  const shown = isWhole ? files : files.slice(0, shownAtFirst);
  return (
    <div class="tool-block">
      <p class="tool-note">{l10n.t('Changed by this command')}</p>
      <ul class="tool-links" aria-label={l10n.t('Changed files')}>
        {shown.map(file => (
          <ChangedFile key={file.path} file={file} call={call} />
        ))}
      </ul>
      {shown.length < files.length ? (
        <button type="button" class="tool-more" onClick={() => setWhole(true)}>
          {l10n.t('Show All {0} Files', formatNumber(files.length))}
        </button>
      ) : null}
    </div>
  );
}

const verbs = (): Record<FileUpdate['status'], string> => ({
  created: l10n.t('created'),
  updated: l10n.t('updated'),
  deleted: l10n.t('deleted'),
  unchanged: l10n.t('unchanged'),
  failed: l10n.t('failed'),
  untracked: l10n.t('not tracked'),
});

function ChangedFile({ file, call }: { readonly file: FileUpdate; readonly call: ToolCall }) {
  const page = useCardPage();
  const { path, status, added, removed, problems, detail, note } = file;
  const name = page.shortPath(path);
  // Deleted files cannot be opened.
  const place = status === 'deleted' ? undefined : fileTarget(path);
  const text = <EscapedText text={name} />;
  const remarks = [file.isUncertain ? uncertain() : undefined, note, detail];
  return (
    <li>
      {place === undefined ? text : <TargetLink target={place}>{text}</TargetLink>}{' '}
      <span class="tool-note">{verbs()[status]}</span>{' '}
      {added + removed > 0 ? <ChangeCounts added={added} removed={removed} /> : null}{' '}
      {problems === undefined ? null : <ProblemCounts problems={problems} />}{' '}
      {isOnRecord(status) ? (
        <button type="button" class="tool-more" onClick={() => page.openDiff(call.id, path)}>
          {l10n.t('Open Diff')}
          <span class="sr-only">{` ${ofFile(name)}`}</span>
        </button>
      ) : null}
      {remarks.map(remark =>
        remark === undefined ? null : (
          <p key={remark} class="tool-note">
            <EscapedText text={remark} />
          </p>
        ),
      )}
    </li>
  );
}

function ofFile(name: string): string {
  return l10n.t({ message: 'of {0}', args: [name], comment: ['A file; follows “Open diff”'] });
}

export function uncertain(): string {
  return l10n.t('Origin uncertain: somebody else may have changed the file meanwhile.');
}

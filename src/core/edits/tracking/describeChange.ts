import * as l10n from '@vscode/l10n';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { BlobId } from '../../../contract/ids';
import { lineChanges } from '../../../protocol/lineChanges';
import { decodeText } from '../fileContent';
import { commonEncoding, decode, detectEncoding } from '../text/fileText';
import type { Snapshot } from './snapshots';

export type DescribedChange = Omit<FileUpdate, 'toolId' | 'path'>;

/** Describes how a file has changed, as shown in the conversation. */
export function describeChange(before: Snapshot, after: Snapshot): DescribedChange {
  const [old, now] = [knownOf(before), knownOf(after)];
  const unknown = [before, after].find(one => one.kind === 'unknown');
  return unknown
    ? { status: 'untracked', added: 0, removed: 0, ...refsOf(old, now), detail: unknown.reason }
    : describeContents(old, now);
}

/** A stored content with its bytes; `undefined` if there was no file. */
type KnownContent = { readonly ref: BlobId; readonly bytes: Uint8Array } | undefined;

/** Describes how a file has changed whose contents are known. */
export function describeContents(before: KnownContent, after: KnownContent): DescribedChange {
  const refs = refsOf(before, after);
  if (refs.oldRef === refs.newRef) {
    return { status: 'unchanged', added: 0, removed: 0, ...refs };
  }
  const status = !refs.oldRef ? 'created' : refs.newRef ? 'updated' : 'deleted';
  const empty = new Uint8Array();
  return { status, ...refs, ...compareTexts(before?.bytes ?? empty, after?.bytes ?? empty) };
}

function compareTexts(before: Uint8Array, after: Uint8Array): Omit<DescribedChange, 'status'> {
  if ([before, after].some(bytes => bytes.length > 0 && !detectEncoding(bytes))) {
    return { added: 0, removed: 0, detail: l10n.t('It is not a text file.') };
  }
  const [older, newer] = [decodeText(before), decodeText(after)];
  if (older.isLossy || newer.isLossy) {
    return {
      ...countLines(before, after),
      detail: l10n.t('It is not UTF-8 text: its lines are counted, but not shown.'),
    };
  }
  const changes = lineChanges(older.text, newer.text);
  if (before.length === 0 && after.length === 0) {
    return { ...changes, detail: l10n.t('The file is empty.') };
  }
  const isInvisible = changes.hunks?.length === 0;
  return isInvisible
    ? { ...changes, detail: l10n.t('Only line ends or the byte order mark changed.') }
    : changes;
}

/** Counts as the review does, which compares such texts byte by byte. */
function countLines(before: Uint8Array, after: Uint8Array) {
  const encoding = commonEncoding([before, after]);
  const [older, newer] = encoding ? [before, after].map(bytes => decode(bytes, encoding)) : [];
  const { added, removed } = lineChanges(older ?? '', newer ?? '');
  return { added, removed };
}

function knownOf(snapshot: Snapshot): KnownContent {
  return snapshot.kind === 'kept'
    ? { ref: snapshot.content.ref, bytes: snapshot.bytes }
    : undefined;
}

function refsOf(before: KnownContent, after: KnownContent) {
  return {
    ...(before ? { oldRef: before.ref } : {}),
    ...(after ? { newRef: after.ref } : {}),
  };
}

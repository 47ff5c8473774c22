import * as l10n from '@vscode/l10n';
import type { FileUpdate } from '../../../contract/events';
import { lineChanges } from '../../../protocol/lineChanges';
import { decodeText } from '../fileContent';
import type { Snapshot } from './snapshots';

export type DescribedChange = Omit<FileUpdate, 'toolId' | 'path'>;

/** Describes how a file has changed, as shown in the conversation. */
export function describeChange(before: Snapshot, after: Snapshot): DescribedChange {
  const refs = {
    ...(before.kind === 'kept' ? { oldRef: before.content.ref } : {}),
    ...(after.kind === 'kept' ? { newRef: after.content.ref } : {}),
  };
  const unknown = [before, after].find(one => one.kind === 'unknown');
  if (unknown) {
    return { status: 'untracked', added: 0, removed: 0, ...refs, detail: unknown.reason };
  }
  if (refs.oldRef === refs.newRef) {
    return { status: 'unchanged', added: 0, removed: 0, ...refs };
  }
  const status = !refs.oldRef ? 'created' : refs.newRef ? 'updated' : 'deleted';
  return { status, ...refs, ...compareTexts(bytesOf(before), bytesOf(after)) };
}

function compareTexts(before: Uint8Array, after: Uint8Array): Omit<DescribedChange, 'status'> {
  if (before.includes(0) || after.includes(0)) {
    const isUtf16 = [before, after].some(bytes => bytes[0] === 0xff && bytes[1] === 0xfe);
    if (!isUtf16) {
      return { added: 0, removed: 0, detail: l10n.t('It is not a text file.') };
    }
  }
  const [older, newer] = [decodeText(before), decodeText(after)];
  if (older.isLossy || newer.isLossy) {
    return {
      added: 0,
      removed: 0,
      detail: l10n.t('It is not UTF-8 text: lines were not compared.'),
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

function bytesOf(snapshot: Snapshot): Uint8Array {
  return snapshot.kind === 'kept' ? snapshot.bytes : new Uint8Array();
}

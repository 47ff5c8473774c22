import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { inParallel } from '../../../base/inParallel';
import { type Place, realPlace } from '../place';
import type { CommandBaseline } from './commandBaseline';
import type { LeftOut } from './fileLook';
import type { ScanLimits } from './fileScan';
import type { StoredBlob } from './fileStates';
import { LinkedFolders } from './linkedFolders';
import type { ManyPaths } from './manyPaths';
import { type RegularFile, readBelow } from './regularFile';
import type { ShadowRepository } from './shadowRepository';

/** A file that has changed since the command began. */
export interface FoundChange {
  /** Absolute path. */
  readonly path: string;
  readonly place: Place;
  /** `undefined` if there was no file. */
  readonly before: Uint8Array | undefined;
  /** `undefined` if the file no longer exists. */
  readonly after: Uint8Array | undefined;
  /** Permission bits, where known. */
  readonly modeBefore?: number;
  readonly modeAfter?: number;
  /** Another command ran at the same time and may have made the change. */
  readonly isUncertain: boolean;
}

export type CommandChanges =
  | {
      readonly kind: 'found';
      /** Sorted by path. */
      readonly changes: readonly FoundChange[];
      /** Sentences for the user about files that were left out. */
      readonly notes: readonly string[];
    }
  /** The command's changes are unknown. `reason` is a sentence for the user. */
  | { readonly kind: 'untracked'; readonly reason: string };

/** Files named in one note; the rest are counted. */
const namedFiles = 5;
/** Files between two looks at the time limit. */
const batchSize = 256;
/** Files read in parallel. */
const atOnce = 16;

type NoteReason = LeftOut | 'lost';

interface DescribeOptions {
  readonly shadow: ShadowRepository;
  readonly limits: ScanLimits;
  readonly many?: ManyPaths | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compares the marked files with their present content.
 * @throws as `ShadowRepository` does
 */
export async function describeBaseline(
  baseline: CommandBaseline,
  options: DescribeOptions,
): Promise<CommandChanges> {
  const { shadow, limits, signal } = options;
  const files = [...baseline.files].sort(byPath);
  const wanted = files.flatMap(([, { before }]) => (before ? [before.name] : []));
  const contents = await shadow.contents(wanted, limits.pass, signal);
  const leftOut = new Map<string, NoteReason>(baseline.leftOut);
  const changes: FoundChange[] = [];
  const realRoot = await realPlace(baseline.root);
  for (let start = 0; start < files.length; start += batchSize) {
    signal.throwIfAborted();
    const batch = files.slice(start, start + batchSize);
    const paths = batch.map(([path]) => path);
    const found = await readAll(baseline.root, paths, options);
    for (const [index, [path, { before: blob, isUncertain }]] of batch.entries()) {
      const content = found[index];
      const before = blob === undefined ? undefined : contents.get(blob.name);
      if (content === undefined || content.kind === 'leftOut') {
        leftOut.set(path, content?.reason ?? 'unreadable');
      } else if (blob !== undefined && before === undefined) {
        leftOut.set(path, 'lost');
      } else {
        leftOut.delete(path);
        const after = content.kind === 'read' ? content.bytes : undefined;
        if (!areEqual(before, after)) {
          const inode = content.kind === 'read' ? content.inode : undefined;
          changes.push({
            path: join(baseline.root, path),
            // No link below the root leads to a file that was compared.
            place: { real: join(realRoot, path), inode },
            ...{ before, after, ...modesOf(blob, content), isUncertain },
          });
        }
      }
    }
  }
  const notes = describeLeftOut(leftOut, limits);
  return {
    kind: 'found',
    changes,
    notes: baseline.missesNewFiles ? [...notes, describeNewFiles(limits)] : notes,
  };
}

async function readAll(
  root: string,
  paths: readonly string[],
  { limits, many, signal }: DescribeOptions,
): Promise<readonly RegularFile[]> {
  const read = await many?.read(root, paths, limits.file, signal);
  if (read) {
    return read;
  }
  const linked = new LinkedFolders(root);
  const found: RegularFile[] = [];
  await inParallel(paths.entries(), atOnce, async ([index, path]) => {
    signal.throwIfAborted();
    found[index] = await readBelow(root, path, linked, limits.file);
  });
  return found;
}

/**
 * Reads permission bits. For the old file, git records only whether it was executable: where that
 * is unchanged, the rest counts as unchanged, too.
 */
function modesOf(before: StoredBlob | undefined, after: RegularFile) {
  const modeAfter = after.kind === 'read' ? after.mode : undefined;
  const isLikeAfter = modeAfter !== undefined && before?.isExecutable === (modeAfter & 0o100) > 0;
  const modeBefore = isLikeAfter ? modeAfter : before?.isExecutable ? 0o755 : undefined;
  return {
    ...(modeBefore === undefined ? {} : { modeBefore }),
    ...(modeAfter === undefined ? {} : { modeAfter }),
  };
}

function areEqual(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  return before && after ? Buffer.compare(before, after) === 0 : before === after;
}

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** Writes one sentence per reason. */
function describeLeftOut(files: ReadonlyMap<string, NoteReason>, limits: ScanLimits): string[] {
  const byReason = new Map<NoteReason, string[]>();
  for (const [path, reason] of [...files].sort(byPath)) {
    const paths = byReason.get(reason) ?? [];
    paths.push(path);
    byReason.set(reason, paths);
  }
  return [...byReason].map(([reason, paths]) => describeReason(reason, nameSome(paths), limits));
}

function describeReason(reason: NoteReason, paths: string, limits: ScanLimits): string {
  switch (reason) {
    case 'tooLarge':
      return l10n.t(
        'Changed, but not compared (larger than {0}): {1}.',
        megabytes(limits.file),
        paths,
      );
    case 'tooMuch':
      return l10n.t(
        'Changed, but not compared (more than {0} changed at once): {1}.',
        megabytes(limits.pass),
        paths,
      );
    case 'notRegular':
      return l10n.t('Changed, but not compared (not regular files): {0}.', paths);
    case 'unreadable':
      return l10n.t('Changed, but not compared (cannot be read): {0}.', paths);
    case 'lost':
      return l10n.t(
        'Changed, but not compared (what they were before could not be read): {0}.',
        paths,
      );
  }
}

function describeNewFiles(limits: ScanLimits): string {
  return l10n.t(
    'New files are not tracked: there are more than {0} that are neither committed nor ignored.',
    limits.newFiles,
  );
}

function nameSome(paths: readonly string[]): string {
  const named = paths.slice(0, namedFiles).join(', ');
  const more = paths.length - namedFiles;
  return more > 0 ? l10n.t('{0} and {1} more', named, more) : named;
}

function megabytes(bytes: number): string {
  return l10n.t('{0} MB', Math.round(bytes / 1024 / 1024));
}

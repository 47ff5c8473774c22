import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { parseGitStatus } from '../agentTools/read/text/gitStatus';
import { type GitReader, type ReadGit, splitNul } from '../mentions/git/gitReader';
import type { MentionPlace } from '../mentions/privacy/filePrivacy';
import { type ChangeScope, revisionsOf } from './changeScope';
import { fitting } from './fitting';
import { newFileDiff } from './newFile';
import { type FileDiff, splitDiff } from './splitDiff';

/** Bytes of a diff that are read at all. */
const mostBytes = 32 * 1024 * 1024;
/** Number of files that git does not know yet. */
const mostNew = 300;

/** Shows renames as such; no setting of the user changes the form. */
const form = ['--no-color', '--find-renames', '--src-prefix=a/', '--dst-prefix=b/'];

/** Changes for a run to read, and the names of files that are left out of them. */
export interface ChangeSet {
  /** Absolute path of the work tree; all other paths are relative to it. */
  readonly root: string;
  /** Output of `git diff`. */
  readonly diff: string;
  readonly files: readonly string[];
  /** Files that are private, ignored, or outside of the folders. */
  readonly withheld: readonly string[];
  readonly tooLarge: readonly string[];
  /** Number of files beyond the limit, whose names are not listed. */
  readonly more: number;
}

/**
 * Opens the repository of a folder.
 * @throws UserError `git.noRepository`
 */
export async function openRepository(git: GitReader, place: MentionPlace, signal: AbortSignal) {
  const found = await git.at(place, signal);
  if (!found) {
    throw noRepository(place.cwd);
  }
  return found;
}

export function noRepository(folder: string): UserError {
  return new UserError(
    'git.noRepository',
    l10n.t(
      '{0} is not in a Git repository. Open a folder that is in one, or initialize one in Source Control.',
      folder,
    ),
  );
}

/**
 * Reads the changes that a scope is about, of the files that may be told of.
 * @throws UserError `git.noRepository`, `git.noChanges`, `git.tooLong`, `git.noBase`, `git.noCommit`
 */
export async function readChanges(
  git: GitReader,
  place: MentionPlace,
  scope: ChangeScope,
  signal: AbortSignal,
): Promise<ChangeSet> {
  const { root, read } = await openRepository(git, place, signal);
  const revisions = await revisionsOf(scope, read);
  const names = splitNul(
    await read('diff', '--no-renames', '--name-only', '-z', ...revisions, '--'),
  );
  const context = { root, place, signal };
  const patch = await git.patch(names, context, specs =>
    readBounded(git, root, ['diff', ...form, ...revisions, '--', ...specs], signal),
  );
  const news =
    scope.kind === 'uncommitted'
      ? await newFiles(git, read, context)
      : { files: [], withheld: [], more: 0 };
  const { taken, tooLarge } = fitting([...splitDiff(patch.text), ...news.files]);
  const withheld = [...patch.withheld, ...news.withheld];
  const changes = {
    root,
    diff: taken.map(({ text }) => (text.endsWith('\n') ? text : `${text}\n`)).join(''),
    files: taken.map(({ path }) => path),
    ...{ withheld, tooLarge, more: patch.more + news.more },
  };
  requireSome(changes, scope);
  return changes;
}

async function readBounded(
  git: GitReader,
  root: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  try {
    return await git.bounded(args, root, signal, mostBytes);
  } catch (error) {
    if (error instanceof UserError && error.code === 'git.tooLong') {
      throw new UserError(
        'git.tooLong',
        l10n.t(
          'The changes have more than {0} MB, too much to read at once. Choose fewer commits, or commit a part of them first.',
          mostBytes / 1024 / 1024,
        ),
      );
    }
    throw error;
  }
}

async function newFiles(
  git: GitReader,
  read: ReadGit,
  { root, place, signal }: { root: string; place: MentionPlace; signal: AbortSignal },
) {
  const status = await read('status', '--porcelain=v1', '-z', '--untracked-files=all');
  const names = parseGitStatus(status)
    .filter(one => one.status === 'untracked')
    .map(({ path }) => path);
  const paths = names.map(name => join(root, name));
  const open = await git.privacy.open(paths, place, signal);
  const readable = names.filter(name => open.has(join(root, name)));
  const files: FileDiff[] = [];
  for (const name of readable.slice(0, mostNew)) {
    signal.throwIfAborted();
    files.push(await newFileDiff(root, name));
  }
  return {
    files,
    withheld: names.filter(name => !open.has(join(root, name))),
    more: readable.length - files.length,
  };
}

/** @throws UserError `git.noChanges` that says why there are none */
function requireSome({ files, withheld, tooLarge }: ChangeSet, { kind }: ChangeScope): void {
  if (files.length > 0) {
    return;
  }
  if (tooLarge.length > 0) {
    throw new UserError(
      'git.noChanges',
      l10n.t('All changed files are too large to be read: {0}', named(tooLarge)),
    );
  }
  throw new UserError(
    'git.noChanges',
    withheld.length > 0
      ? l10n.t(
          'All changed files are private, ignored, or outside of the folders: {0}',
          named(withheld),
        )
      : kind === 'branch' || kind === 'commits'
        ? l10n.t('These commits change nothing. Choose others.')
        : l10n.t('Nothing has changed since the last commit.'),
  );
}

function named(paths: readonly string[]): string {
  const most = 10;
  return [...paths.slice(0, most), ...(paths.length > most ? ['…'] : [])].join(', ');
}

import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { type ReadGit, splitNul } from '../mentions/git/gitReader';

/** Part of a repository's changes that a run is about. */
export type ChangeScope =
  /** Everything that differs from the last commit, new files included. */
  | { readonly kind: 'uncommitted' }
  | { readonly kind: 'staged' }
  /** Commits since the current branch left another one, which has this full name of a ref. */
  | { readonly kind: 'branch'; readonly base: string }
  /** Commits from the oldest to the newest one, both included, by their hashes. */
  | { readonly kind: 'commits'; readonly oldest: string; readonly newest: string };

const hashForm = /^[0-9a-f]{4,64}$/i;

/**
 * Returns the arguments by which `git diff` compares what the scope is about.
 * @throws UserError `git.noBase`, `git.noCommit`
 */
export async function revisionsOf(scope: ChangeScope, read: ReadGit): Promise<readonly string[]> {
  switch (scope.kind) {
    case 'uncommitted':
      return [(await hasCommit(read)) ? 'HEAD' : '--cached'];
    case 'staged':
      return ['--cached'];
    case 'branch':
      return [await forkPoint(scope.base, read), 'HEAD'];
    case 'commits': {
      const [oldest, newest] = [
        await commitOf(scope.oldest, read),
        await commitOf(scope.newest, read),
      ];
      return [await parentOf(oldest, read), newest];
    }
  }
}

/** Returns the full names of all local and remote branches, those with the newest commits first. */
export async function listBranches(read: ReadGit): Promise<readonly string[]> {
  const listed = await read(
    ...['for-each-ref', '--sort=-committerdate', '--format=%(refname)%00'],
    ...['refs/heads', 'refs/remotes'],
  );
  return splitNul(listed.replaceAll('\n', '')).filter(name => !name.endsWith('/HEAD'));
}

/**
 * Returns the commit at which the current branch left another one.
 * @param base full name of a ref; any other word could be an option of git
 * @throws UserError `git.noBase`
 */
export async function forkPoint(base: string, read: ReadGit): Promise<string> {
  const isKnown = (await listBranches(read)).includes(base);
  const point = isKnown ? await read('merge-base', base, 'HEAD').catch(noAnswer) : '';
  if (point.trim() === '') {
    throw new UserError(
      'git.noBase',
      l10n.t(
        '{0} has no commit in common with the current branch. Choose another base.',
        shortBranch(base).slice(0, 200),
      ),
    );
  }
  return point.trim();
}

/** Returns a branch's name as git shows it. */
export function shortBranch(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '');
}

/** Returns whether anything is staged. */
export async function hasStaged(read: ReadGit): Promise<boolean> {
  return (await read('diff', '--cached', '--name-only', '-z')) !== '';
}

/** Returns whether files have merge conflicts that nobody has resolved yet. */
export async function hasConflicts(read: ReadGit): Promise<boolean> {
  return (await read('ls-files', '--unmerged', '-z')) !== '';
}

async function hasCommit(read: ReadGit): Promise<boolean> {
  return (await read('rev-parse', '--verify', '--quiet', 'HEAD').catch(noAnswer)) !== '';
}

/** @throws UserError `git.noCommit` */
async function commitOf(hash: string, read: ReadGit): Promise<string> {
  const found = hashForm.test(hash)
    ? await read('rev-parse', '--verify', '--quiet', `${hash}^{commit}`).catch(noAnswer)
    : '';
  if (found.trim() === '') {
    throw new UserError(
      'git.noCommit',
      l10n.t('There is no commit {0}. Choose another one.', hash.slice(0, 64)),
    );
  }
  return found.trim();
}

/** Returns the first parent of a commit; for the first commit, the tree without files. */
async function parentOf(commit: string, read: ReadGit): Promise<string> {
  const parent = await read('rev-parse', '--verify', '--quiet', `${commit}^`).catch(noAnswer);
  return parent.trim() || (await read('hash-object', '-t', 'tree', '--stdin')).trim();
}

/** For questions that git answers by failing. */
function noAnswer(error: unknown): string {
  if (error instanceof UserError && error.code === 'git.failed') {
    return '';
  }
  throw error;
}

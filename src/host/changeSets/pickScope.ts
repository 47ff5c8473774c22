import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { type ReadGit, splitNul } from '../mentions/git/gitReader';
import { nativeUi } from '../nativeText/nativeUi';
import { type ChangeScope, listBranches, shortBranch } from './changeScope';

const mostCommits = 200;
/** Names under which repositories keep what branches start from. */
const usualBase = /^(?:origin\/|upstream\/)?(?:main|master|trunk|develop)$/;

/**
 * Asks for the branch that the current one is compared with.
 * @param given name of a branch, which another extension or a key binding may pass
 * @returns undefined if the user dismisses the list
 * @throws UserError `git.noBase`
 */
export async function pickBase(read: ReadGit, given: unknown): Promise<string | undefined> {
  const branches = await listBranches(read);
  if (typeof given === 'string') {
    const named = branches.find(ref => ref === given || shortBranch(ref) === given);
    // An unknown one fails with its name when it is compared.
    return named ?? given;
  }
  const current = (await read('symbolic-ref', '--quiet', 'HEAD').catch(() => '')).trim();
  const others = branches.filter(ref => ref !== current);
  if (others.length === 0) {
    throw new UserError(
      'git.noBase',
      vscode.l10n.t('There is no other branch to compare with. Create or fetch one first.'),
    );
  }
  const isUsual = (ref: string) => usualBase.test(shortBranch(ref));
  const sorted = [...others.filter(isUsual), ...others.filter(ref => !isUsual(ref))];
  const picked = await nativeUi.showQuickPick(
    sorted.map(ref => ({ label: shortBranch(ref), ref })),
    {
      title: vscode.l10n.t('Base Branch'),
      placeHolder: vscode.l10n.t('The commits since the current branch left this one are taken'),
    },
  );
  return picked?.ref;
}

/**
 * Asks for commits. Those between the oldest and the newest one are reviewed with them.
 * @param oldest hash, which another extension or a key binding may pass; likewise `newest`
 * @returns undefined if the user dismisses the list
 * @throws UserError `git.noCommit` if there is none, or none is selected
 */
export async function pickCommits(
  read: ReadGit,
  oldest: unknown,
  newest: unknown = oldest,
): Promise<ChangeScope | undefined> {
  if (typeof oldest === 'string' && typeof newest === 'string') {
    return { kind: 'commits', oldest, newest };
  }
  const listed = await read(
    ...['log', '-z', `--max-count=${mostCommits}`, '--format=%H%x1f%h%x1f%an%x1f%ar%x1f%s'],
  ).catch(() => '');
  const commits = splitNul(listed).map(line => {
    const [hash = '', short = '', author = '', age = '', subject = ''] = line.split('\x1f');
    return { hash, label: subject || short, description: `${short} · ${author} · ${age}` };
  });
  if (commits.length === 0) {
    throw new UserError(
      'git.noCommit',
      vscode.l10n.t('There are no commits yet. Commit something first.'),
    );
  }
  const picked = await nativeUi.showQuickPick(commits, {
    canPickMany: true,
    title: vscode.l10n.t('Commits to Review'),
    placeHolder: vscode.l10n.t('Select a commit, or the oldest and the newest of several'),
    matchOnDescription: true,
  });
  if (picked?.length === 0) {
    throw new UserError(
      'git.noCommit',
      vscode.l10n.t('No commit is selected. Select one with its checkbox or the Space key.'),
    );
  }
  // The newest one is listed first.
  const [last] = picked ?? [];
  const first = picked?.at(-1);
  return last && first ? { kind: 'commits', oldest: first.hash, newest: last.hash } : undefined;
}

import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { type ReadGit, splitNul } from '../mentions/git/gitReader';
import { pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import { type ChangeScope, listBranches, shortBranch } from './changeScope';

interface CommitRow extends vscode.QuickPickItem {
  readonly hash: string;
}

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
 * Asks for commits. Those between the oldest and the newest one are reviewed with them. Enter takes
 * the row in focus if no checkbox is ticked.
 * @param oldest hash, which another extension or a key binding may pass; likewise `newest`
 * @returns undefined if the user dismisses the list
 * @throws UserError `git.noCommit` if there is none
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
  const picked = await tickCommits(commits);
  // The newest one is listed first.
  const [last] = picked;
  const first = picked.at(-1);
  return last && first ? { kind: 'commits', oldest: first.hash, newest: last.hash } : undefined;
}

/** @returns commits in the order of the list; none if the user dismisses it */
async function tickCommits(commits: readonly CommitRow[]): Promise<readonly CommitRow[]> {
  const list = nativeUi.createQuickPick<CommitRow>();
  const items = commits.map(pickItem);
  list.title = vscode.l10n.t('Commits to Review');
  list.placeholder = vscode.l10n.t('Select a commit, or the oldest and the newest of several');
  list.canSelectMany = true;
  list.matchOnDescription = true;
  list.items = items;
  // A list with checkboxes has no row in focus by itself.
  list.activeItems = items.slice(0, 1);
  try {
    return await new Promise(resolve => {
      list.onDidAccept(() => {
        const { selectedItems: ticked, activeItems: active } = list;
        const chosen = ticked.length > 0 ? ticked : active.slice(0, 1);
        // Where the filter leaves no row, the list stays.
        if (chosen.length > 0) {
          resolve(items.filter(item => chosen.includes(item)));
        }
      });
      list.onDidHide(() => resolve([]));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

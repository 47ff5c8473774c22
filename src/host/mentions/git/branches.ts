import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { MentionPlace } from '../privacy/filePrivacy';
import { contextText } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';
import type { CommitUi } from './commits';
import { type GitReader, leftOut, splitNul } from './gitReader';

const mostRows = 15;
const mostBranches = 2_000;
const mostCommits = 50;
const longestName = 1_000;

/** Local and remote branches, with what they have that the current one does not. */
export function branchSource(git: GitReader, ui: CommitUi): MentionSource<'branch', MentionPlace> {
  return {
    kind: 'branch',
    pace: 'slow',
    find: async (query, channel, signal) => {
      const wanted = queryOf('branch', query);
      const found = wanted === undefined ? undefined : await git.at(channel, signal);
      if (!found || wanted === undefined) {
        return [];
      }
      const text = await found.read(
        ...['for-each-ref', '--sort=-committerdate', `--count=${mostBranches}`],
        ...[
          '--format=%(refname:short)%1f%(HEAD)%1f%(committerdate:relative)%1f%(contents:subject)%00',
        ],
        ...['refs/heads', 'refs/remotes'],
      );
      const branches = splitNul(text).flatMap(line => {
        const [name = '', head = '', age = '', subject = ''] = line.trim().split('\x1f');
        return name === '' || name.endsWith('/HEAD')
          ? []
          : [{ name, isHead: head === '*', age, subject }];
      });
      const searched = ({ name }: { name: string }) => ({ label: name, also: 'branch' });
      return rank(wanted, branches, searched, mostRows).map(({ entry, matches }) =>
        mentionRow(
          { kind: 'branch', name: entry.name },
          {
            name: entry.name,
            label: entry.name,
            detail: [entry.isHead ? l10n.t('current') : '', entry.age, entry.subject]
              .filter(part => part !== '')
              .join(' · '),
            icon: 'git-branch',
            matches,
          },
        ),
      );
    },
    resolve: ({ name }, channel, signal) =>
      limited(signal, async within => {
        const title = l10n.t('Branch {0}', name);
        const text = await branchText(git, name, channel, within);
        return { text: title, blocks: [contextText('branch', title, text)] };
      }),
    open: async ({ name }, channel) => {
      const text = await branchText(git, name, channel, AbortSignal.timeout(5_000));
      await ui.showText(l10n.t('Branch {0}', name), text, 'plaintext');
    },
  };
}

/** @throws UserError `mention.gone` */
async function branchText(
  git: GitReader,
  name: string,
  place: MentionPlace,
  signal: AbortSignal,
): Promise<string> {
  const { root, read } = await git.require(place, signal);
  const gone = () =>
    new UserError(
      'mention.gone',
      l10n.t('There is no branch {0}. Remove its mention.', name.slice(0, 100)),
    );
  if (name === '' || name.length > longestName || name.includes('\0')) {
    throw gone();
  }
  // Full names only: a foreign word is never taken for an option or an expression.
  const refs = splitNul(
    (await read('for-each-ref', '--format=%(refname)%00', 'refs/heads', 'refs/remotes')).replaceAll(
      '\n',
      '',
    ),
  );
  const ref = [`refs/heads/${name}`, `refs/remotes/${name}`].find(one => refs.includes(one));
  if (ref === undefined) {
    throw gone();
  }
  const head = (
    await read('log', '--max-count=1', '--no-color', '--format=%H %s (%an, %ad)', ref)
  ).trim();
  const base = (await read('merge-base', 'HEAD', ref).catch(() => '')).trim();
  if (base === '') {
    return `${name}\n${l10n.t('Head: {0}', head)}\n${l10n.t('It has no commit in common with the current branch.')}`;
  }
  const [commits, names] = await Promise.all([
    read(
      'log',
      '--no-color',
      `--max-count=${mostCommits + 1}`,
      '--format=%h %s (%an)',
      `${base}..${ref}`,
    ),
    read('diff', '--no-color', '--no-renames', '--name-only', '-z', base, ref, '--'),
  ]);
  const stat = await git.patch(splitNul(names), { root, place, signal }, specs =>
    read('diff', '--no-color', '--no-renames', '--stat=160', base, ref, '--', ...specs),
  );
  const lines = commits
    .trim()
    .split('\n')
    .filter(line => line !== '');
  const isCut = lines.length > mostCommits;
  return [
    name,
    l10n.t('Head: {0}', head),
    l10n.t('Merge base with the current branch: {0}', base),
    '',
    lines.length === 0
      ? l10n.t('It has no commits that the current branch lacks.')
      : l10n.t('Commits that the current branch lacks:'),
    ...lines.slice(0, mostCommits),
    ...(isCut ? [l10n.t('(Older ones are left out.)')] : []),
    '',
    ...leftOut(stat),
    stat.text.trimEnd(),
  ].join('\n');
}

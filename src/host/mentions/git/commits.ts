import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { MentionPlace } from '../privacy/filePrivacy';
import { contextText } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';
import { type GitReader, leftOut, type ReadGit, splitNul } from './gitReader';

const mostRows = 15;
/** Commits that are listed without a query. */
const latest = 5;
const hashForm = /^[0-9a-f]{4,64}$/i;
const format = '--format=%H%x1f%h%x1f%an%x1f%ar%x1f%s';

interface Commit {
  readonly hash: string;
  readonly short: string;
  readonly author: string;
  readonly age: string;
  readonly subject: string;
}

export interface CommitUi {
  /** Shows a text that cannot be edited. */
  showText(name: string, text: string, language: string): Promise<void>;
}

/** Commits by hash, message or author. */
export function commitSource(git: GitReader, ui: CommitUi): MentionSource<'commit', MentionPlace> {
  return {
    kind: 'commit',
    pace: 'slow',
    find: async (query, channel, signal) => {
      const wanted = queryOf('commit', query);
      const found = wanted === undefined ? undefined : await git.at(channel, signal);
      if (!found || wanted === undefined) {
        return [];
      }
      const commits = await search(found.read, wanted.trim());
      return rank(wanted, commits, searched, mostRows).map(({ entry, matches }) =>
        mentionRow(
          { kind: 'commit', hash: entry.hash },
          {
            name: entry.short,
            label: entry.subject,
            detail: `${entry.short} · ${entry.author} · ${entry.age}`,
            icon: 'git-commit',
            matches,
          },
        ),
      );
    },
    resolve: ({ hash }, channel, signal) =>
      limited(signal, async within => {
        const { title, text } = await commitText(git, hash, channel, within);
        return { text: title, blocks: [contextText('commit', title, text)] };
      }),
    open: async ({ hash }, channel) => {
      const signal = AbortSignal.timeout(5_000);
      const { title, text } = await commitText(git, hash, channel, signal);
      await ui.showText(title, text, 'diff');
    },
  };
}

const searched = ({ subject, hash, author }: Commit) => ({
  label: subject,
  also: `${hash} ${author} commit`,
});

/** Asks git three times, as it joins conditions on message and author by "and". */
async function search(read: ReadGit, words: string): Promise<Commit[]> {
  const log = (...args: string[]) =>
    read('log', '-z', '--no-show-signature', format, ...args).catch(noCommits);
  if (words === '' || 'commits'.startsWith(words)) {
    return parse(await log(`--max-count=${latest}`));
  }
  const some = ['--regexp-ignore-case', '--fixed-strings', `--max-count=${mostRows}`];
  const all = await Promise.all([
    ...(hashForm.test(words) ? [log('--max-count=1', '--end-of-options', words)] : []),
    log(...some, `--grep=${words}`, 'HEAD', '--branches'),
    log(...some, `--author=${words}`, 'HEAD', '--branches'),
  ]);
  return [...new Map(all.flatMap(parse).map(one => [one.hash, one])).values()];
}

/** A repository without commits, a hash that none has, git that was stopped. */
function noCommits(error: unknown): string {
  if (error instanceof UserError && error.code === 'git.failed') {
    return '';
  }
  throw error;
}

function parse(text: string): Commit[] {
  return splitNul(text).flatMap(line => {
    const [hash = '', short = '', author = '', age = '', subject = ''] = line.trim().split('\x1f');
    return hashForm.test(hash) ? [{ hash, short, author, age, subject }] : [];
  });
}

async function commitText(
  git: GitReader,
  hash: string,
  place: MentionPlace,
  signal: AbortSignal,
): Promise<{ readonly title: string; readonly text: string }> {
  const { root, read } = await git.require(place, signal);
  const [found] = hashForm.test(hash)
    ? parse(
        await read('log', '-z', '--max-count=1', format, '--end-of-options', hash).catch(noCommits),
      )
    : [];
  if (!found) {
    throw new UserError(
      'mention.gone',
      l10n.t('There is no commit {0}. Remove its mention.', hash.slice(0, 64)),
    );
  }
  // Against its first parent, so that a merge shows what it brought.
  const only = ['--no-color', '--no-renames', '--first-parent', '-m'];
  const names = splitNul(await read('show', ...only, '--format=', '--name-only', '-z', found.hash));
  const patch = await git.patch(names, { root, place, signal }, specs =>
    read('show', ...only, '--format=', found.hash, '--', ...specs),
  );
  const head = await read('show', '--no-patch', '--no-color', '--format=medium', found.hash);
  const text = [head.trimEnd(), ...leftOut(patch), patch.text.trim()].filter(part => part !== '');
  return { title: l10n.t('Commit {0}: {1}', found.short, found.subject), text: text.join('\n\n') };
}

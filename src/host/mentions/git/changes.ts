import { constants } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { filesText } from '../../../contract/labels/filesText';
import { realOrNearest } from '../../../node/realOrNearest';
import { type ChangedFile, parseGitStatus } from '../../agentTools/read/text/gitStatus';
import type { MentionPlace } from '../privacy/filePrivacy';
import { contextText, longestBlock } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';
import { type GitReader, leftOut, type ReadGit } from './gitReader';

const mostRows = 20;
const mostNew = 20;
/** Does not wait for the other end of a pipe. Not all systems have the flag. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Words that stand for changes in every language. */
const names = ['changes', 'diff', 'git'];

interface Wanted {
  readonly path?: string;
  readonly isStaged?: boolean;
}

export interface ChangesUi {
  /** @param path absolute; absent: all changes */
  openChanges(path: string | undefined): Promise<void>;
}

/** Uncommitted changes: all, staged ones, or those of one file. */
export function changesSource(
  git: GitReader,
  ui: ChangesUi,
): MentionSource<'changes', MentionPlace> {
  return {
    kind: 'changes',
    pace: 'slow',
    find: async (query, channel, signal) => {
      const wanted = queryOf('changes', query);
      return wanted === undefined ? [] : findChanges(git, wanted, channel, signal);
    },
    resolve: (target, channel, signal) =>
      limited(signal, async within => {
        const title = titleOf(target);
        const text = await changesText(git, target, channel, within);
        return { text: title, blocks: [contextText('changes', title, text)] };
      }),
    open: async ({ path }, channel) => {
      const { privacy } = git;
      await ui.openChanges(
        path === undefined
          ? undefined
          : await privacy.locate(path, channel, AbortSignal.timeout(5_000)),
      );
    },
  };
}

function titleOf({ path, isStaged }: Wanted): string {
  if (path !== undefined) {
    return isStaged
      ? l10n.t('Staged changes in {0}', path)
      : l10n.t('Uncommitted changes in {0}', path);
  }
  return isStaged ? l10n.t('Staged changes') : l10n.t('Uncommitted changes');
}

async function findChanges(
  git: GitReader,
  wanted: string,
  place: MentionPlace,
  signal: AbortSignal,
) {
  const found = await git.at(place, signal);
  if (!found) {
    return [];
  }
  const { root, read } = found;
  const all = await statusOf(read);
  const { privacy } = git;
  const open = await privacy.open(
    all.map(({ path }) => join(root, path)),
    place,
    signal,
  );
  const paths = privacy.pathsOf(place);
  const cwd = await realOrNearest(place.cwd);
  const files = all
    .filter(({ path }) => open.has(join(root, path)))
    .map(({ path, status }) => ({
      path: paths.show(join(place.cwd, relative(cwd, join(root, path)))),
      status,
    }));
  const rows: (Wanted & { readonly status?: string })[] = [
    ...(all.length > 0 ? [{}] : []),
    ...(all.some(({ status }) => status.includes('(staged)')) ? [{ isStaged: true }] : []),
    ...files,
  ];
  const labelOf = (row: Wanted) => row.path ?? titleOf(row);
  const searched = (row: Wanted) => ({
    label: labelOf(row),
    also: names.join(' '),
    aliases: aliasesOf(row),
  });
  return rank(wanted, rows, searched, mostRows).map(({ entry, matches }) => {
    const { path, isStaged, status } = entry;
    const name = path ?? (isStaged ? 'staged' : undefined);
    return mentionRow(
      {
        kind: 'changes',
        ...(path === undefined ? {} : { path }),
        ...(isStaged ? { isStaged } : {}),
      },
      {
        ...(name === undefined ? {} : { name }),
        ...{ label: labelOf(entry), matches },
        detail: status ?? (isStaged ? '' : filesText(all.length)),
        icon: path === undefined ? 'source-control' : 'diff',
        aliases: aliasesOf(entry),
      },
    );
  });
}

/** Names of all changes together; those of a file have its own. */
function aliasesOf({ path }: Wanted): readonly string[] | undefined {
  return path === undefined ? names : undefined;
}

/** Lists changed files, renames as a deleted and a new one, so that each name is checked. */
async function statusOf(read: ReadGit): Promise<ChangedFile[]> {
  return parseGitStatus(
    await read('status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'),
  );
}

async function changesText(
  git: GitReader,
  { path, isStaged = false }: Wanted,
  place: MentionPlace,
  signal: AbortSignal,
): Promise<string> {
  const { root, read } = await git.require(place, signal);
  const at = path === undefined ? undefined : await nameIn(git, root, path, place, signal);
  const all = (await statusOf(read)).filter(one => at === undefined || one.path === at);
  const isNew = ({ status }: ChangedFile) => status === 'untracked';
  const tracked = all.filter(one => (isStaged ? one.status.includes('(staged)') : !isNew(one)));
  const hasCommit = await read('rev-parse', '--verify', '--quiet', 'HEAD').then(
    () => true,
    () => false,
  );
  const base = isStaged || !hasCommit ? '--cached' : 'HEAD';
  const context = { root, place, signal };
  const patch = await git.patch(
    tracked.map(one => one.path),
    context,
    specs => read('diff', '--no-color', '--no-renames', base, '--', ...specs),
  );
  const added = isStaged ? [] : all.filter(isNew).map(one => one.path);
  const news = await newFiles(git, added, context);
  const parts = [...leftOut(patch), ...leftOut(news), patch.text, news.text];
  const text = parts.filter(part => part !== '').join('\n');
  return text === '' ? l10n.t('(There are no changes.)') : text;
}

/** @throws UserError `mention.withheld` */
async function nameIn(
  { privacy }: GitReader,
  root: string,
  path: string,
  place: MentionPlace,
  signal: AbortSignal,
): Promise<string> {
  const absolute = await privacy.locate(path, place, signal);
  return relative(root, await realOrNearest(absolute))
    .split(sep)
    .join('/');
}

async function newFiles(
  git: GitReader,
  names: readonly string[],
  context: { root: string; place: MentionPlace; signal: AbortSignal },
) {
  const open = await git.privacy.open(
    names.map(name => join(context.root, name)),
    context.place,
    context.signal,
  );
  const readable = names.filter(name => open.has(join(context.root, name)));
  const texts: string[] = [];
  for (const name of readable.slice(0, mostNew)) {
    texts.push(`${l10n.t('New file {0}:', name)}\n${await startOf(join(context.root, name))}`);
  }
  return {
    text: texts.join('\n\n'),
    withheld: names.filter(name => !open.has(join(context.root, name))),
    more: Math.max(0, readable.length - mostNew),
  };
}

/** Reads the start of a file that is a text. */
async function startOf(path: string): Promise<string> {
  try {
    const file = await openFile(path, withoutWaiting);
    try {
      const stats = await file.stat();
      const { size } = stats;
      if (!stats.isFile()) {
        return l10n.t('(It cannot be read.)');
      }
      if (!size) {
        return l10n.t('(It is empty.)');
      }
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, longestBlock)), 0);
      const bytes = buffer.subarray(0, bytesRead);
      return bytes.subarray(0, 8_000).includes(0)
        ? l10n.t('(Not a text file: {0} bytes.)', String(size))
        : bytes.toString('utf8');
    } finally {
      await file.close();
    }
  } catch {
    // Deleted since, or a socket or pipe: the name is all there is.
    return l10n.t('(It cannot be read.)');
  }
}

import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import { isOnUnknownShare } from '../../../base/networkPath';
import { SingleFlight } from '../../../base/singleFlight';
import type { Channel } from '../../../core/conversation/channel';
import type { FoundPath } from '../../../core/pathIndex/foundPath';
import type { PathFinder } from '../../../core/pathIndex/pathFinder';
import { hides } from '../privacy/excludeGlob';
import type { MentionUses } from './mentionUses';
import { WatchedRoots } from './watchedRoots';

/** File or folder that a word may mean. */
export interface FoundFile extends FoundPath {
  /** Absolute; a folder's has no slash at its end. */
  readonly absolute: string;
  readonly isOpen?: true;
}

/** Answer to a word, best first. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** True if a folder has more files than are searched. */
  readonly isCut: boolean;
  /** Why folders could not be searched; the files are those that were found nevertheless. */
  readonly failure?: string;
}

const mostFound = 60;
/** Files and folders offered before the first letter, besides open editors. */
const mostUsual = 12;

/** Rules about what is listed. A file is found by its exact path in any case. */
export interface ListRules {
  /** Globs of `files.exclude` and `search.exclude` that are on in a folder. */
  excludes(folder: string): readonly string[];
  /** Whether git ignores a file. */
  isIgnored(absolute: string): Promise<boolean>;
}

/** Finds files by index, by open editors, and by folders that are typed out. */
export class FileSearch implements Disposable {
  private readonly searches = new SingleFlight<string, FoundFiles>();
  private readonly roots: WatchedRoots;

  constructor(
    private readonly finder: Pick<PathFinder, 'find' | 'change' | 'refresh' | 'forget'>,
    private readonly uses: Pick<MentionUses, 'of'>,
    private readonly rules: ListRules,
    clock: Clock,
  ) {
    const isIgnored = (path: string) => rules.isIgnored(path);
    this.roots = new WatchedRoots({ finder, clock, isIgnored });
  }

  /** Returns files and folders. Two sources may ask for the same word at once. */
  find({ cwd }: Pick<Channel, 'cwd'>, word: string): Promise<FoundFiles> {
    return this.searches.run(`${cwd}\n${word}`, () => this.search(cwd, word));
  }

  dispose(): void {
    this.roots.dispose();
  }

  private async search(cwd: string, word: string): Promise<FoundFiles> {
    if (/^(?:~|\.{0,2})[\\/]|^[a-z]:[\\/]/i.test(word)) {
      return { files: await typedPath(cwd, word), isCut: false };
    }
    const wanted = word.toLowerCase();
    const open = openFiles(cwd).filter(({ path }) => path.toLowerCase().includes(wanted));
    const [indexed, exact] = await Promise.all([
      // Open editors and exact paths are found without an index, too.
      this.indexed(cwd, word).catch(failed),
      exactFile(cwd, word),
    ]);
    const files = new Map<string, FoundFile>();
    for (const one of [...open, ...exact, ...indexed.files]) {
      // A file that is open is found by the index, too.
      if (!files.has(one.absolute)) files.set(one.absolute, one);
    }
    return { ...indexed, files: [...files.values()] };
  }

  private async indexed(cwd: string, word: string): Promise<FoundFiles> {
    const roots = [cwd, ...otherRoots(cwd)];
    const used = await this.uses.of(cwd);
    const all = await Promise.all(
      roots.map(async root => {
        await this.roots.settle(root);
        const folder = folderInFront(root);
        const nearness = { used, ...(folder === undefined ? {} : { folder }) };
        const most = word === '' ? mostUsual : mostFound;
        const { found, isCut } = await this.finder.find(root, word, nearness, most);
        const globs = this.rules.excludes(root);
        const files = found
          .filter(({ path }) => !globs.some(glob => hides(glob, path.replace(/\/$/, ''))))
          .map(one => ({ ...one, absolute: join(root, one.path) }));
        return { files, isCut };
      }),
    );
    return {
      files: all.flatMap(({ files }) => files),
      // Nothing is missing before a word is typed.
      isCut: word !== '' && all.some(({ isCut }) => isCut),
    };
  }
}

function failed(error: unknown): FoundFiles {
  return { files: [], isCut: false, failure: messageOf(error) };
}

/** Lists what a typed folder holds, as far as the rest of the word goes. */
async function typedPath(cwd: string, word: string): Promise<readonly FoundFile[]> {
  const typed = word.replaceAll('\\', '/');
  const at = typed.lastIndexOf('/') + 1;
  const [shown, rest] = [typed.slice(0, at), typed.slice(at).toLowerCase()];
  const folder = absoluteOf(cwd, shown);
  if (folder === undefined) {
    return [];
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter(
    ({ name }) => name.toLowerCase().includes(rest) && (rest !== '' || !name.startsWith('.')),
  );
  const starts = (name: string) => (name.toLowerCase().startsWith(rest) ? 0 : 1);
  names.sort((a, b) => starts(a.name) - starts(b.name) || (a.name < b.name ? -1 : 1));
  return names.slice(0, mostFound).map(entry => {
    const isFolder = entry.isDirectory();
    const start = shown.length + entry.name.toLowerCase().indexOf(rest);
    return {
      path: `${shown}${entry.name}${isFolder ? '/' : ''}`,
      absolute: join(folder, entry.name),
      isFolder,
      matches: rest === '' ? [] : [start, start + rest.length],
    };
  });
}

/** Finds a file by its exact path, which lists an ignored one, too. */
async function exactFile(cwd: string, word: string): Promise<readonly FoundFile[]> {
  const absolute = absoluteOf(cwd, word);
  if (absolute === undefined) {
    return [];
  }
  const stats = await stat(absolute).catch(() => undefined);
  return stats?.isFile()
    ? [{ path: word, absolute, isFolder: false, matches: [0, word.length] }]
    : [];
}

/**
 * Returns the absolute path that a user or a page names; undefined for a server that nobody has
 * opened a folder of: looking at it would sign in there.
 */
export function absoluteOf(cwd: string, path: string): string | undefined {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  if (path.includes('\0') || isOnUnknownShare(path, [cwd, ...folders], process.platform)) {
    return undefined;
  }
  if (path === '~' || /^~[\\/]/.test(path)) {
    return join(homedir(), path.slice(1));
  }
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}

/** Files of open editors, the active one first. */
function openFiles(cwd: string): readonly FoundFile[] {
  const groups = vscode.window.tabGroups;
  const active = groups.activeTabGroup.activeTab;
  const tabs = [...(active ? [active] : []), ...groups.all.flatMap(({ tabs: all }) => all)];
  const uris = tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook
      ? [input.uri]
      : input instanceof vscode.TabInputTextDiff
        ? [input.modified]
        : [],
  );
  const paths = new Set(uris.filter(({ scheme }) => scheme === 'file').map(uri => uri.fsPath));
  return [...paths].map(absolute => {
    const near = relative(cwd, absolute).split(sep).join(posix.sep);
    const path = near.startsWith('../') || isAbsolute(near) ? absolute : near;
    return { path, absolute, isFolder: false, matches: [], isOpen: true as const };
  });
}

function otherRoots(cwd: string): readonly string[] {
  const roots = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  return roots.filter(root => root !== cwd && !cwd.startsWith(`${root}${sep}`)).slice(0, 7);
}

function folderInFront(root: string): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') {
    return undefined;
  }
  const near = relative(root, uri.fsPath).split(sep).join('/');
  return near.startsWith('../') ? undefined : near.split('/').slice(0, -1).join('/');
}

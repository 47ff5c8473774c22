import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { DisposableStore } from '../../../base/disposable';
import { isOnUnknownShare } from '../../../base/networkPath';
import type { Channel } from '../../../core/conversation/channel';
import type { PathFinder } from '../../../core/pathIndex/pathFinder';
import type { FoundPath } from '../../../core/pathIndex/pathIndex';
import { hides } from '../privacy/excludeGlob';
import type { MentionUses } from './mentionUses';

/** File or folder that a word may mean. */
export interface FoundFile extends FoundPath {
  /** Absolute; a folder's has no slash at its end. */
  readonly absolute: string;
  readonly isOpen?: true;
}

const mostFound = 60;
/** Changes after which the whole folder is listed anew. */
const mostChanges = 20;

/** Rules about what is listed. A file is found by its exact path in any case. */
export interface ListRules {
  /** Globs of `files.exclude` and `search.exclude` that are on in a folder. */
  excludes(folder: string): readonly string[];
  /** Whether git ignores a file. */
  isIgnored(absolute: string): Promise<boolean>;
}

/** Finds files by index, by open editors, and by folders that are typed out. */
export class FileSearch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly watched = new Map<string, WatchedRoot>();
  private last: { readonly key: string; readonly found: Promise<readonly FoundFile[]> } | undefined;

  constructor(
    private readonly finder: PathFinder,
    private readonly uses: MentionUses,
    private readonly rules: ListRules,
  ) {}

  /** Returns files and folders, best first. Two sources may ask for the same word at once. */
  find(channel: Channel, word: string): Promise<readonly FoundFile[]> {
    const key = `${channel.cwd}\n${word}`;
    if (this.last?.key !== key) {
      this.last = { key, found: this.search(channel.cwd, word) };
      void this.last.found.finally(() => {
        if (this.last?.key === key) this.last = undefined;
      });
    }
    return this.last.found;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async search(cwd: string, word: string): Promise<readonly FoundFile[]> {
    if (/^(?:~|\.{0,2})[\\/]|^[a-z]:[\\/]/i.test(word)) {
      return typedPath(cwd, word);
    }
    const open = openFiles(cwd).filter(({ path }) =>
      path.toLowerCase().includes(word.toLowerCase()),
    );
    if (word === '') {
      return open;
    }
    const [indexed, exact] = await Promise.all([this.indexed(cwd, word), exactFile(cwd, word)]);
    const all = [...open, ...exact, ...indexed];
    // A file that is open is found by the index, too.
    return [...new Map(all.toReversed().map(one => [one.absolute, one])).values()].toReversed();
  }

  private async indexed(cwd: string, word: string): Promise<readonly FoundFile[]> {
    const roots = [cwd, ...otherRoots(cwd)];
    const used = await this.uses.of(cwd);
    const all = await Promise.all(
      roots.map(async root => {
        await this.watch(root).settle();
        const folder = folderInFront(root);
        const nearness = { used, ...(folder === undefined ? {} : { folder }) };
        const { found } = await this.finder.find(root, word, nearness, mostFound);
        const globs = this.rules.excludes(root);
        return found
          .filter(({ path }) => !globs.some(glob => hides(glob, path.replace(/\/$/, ''))))
          .map(one => ({ ...one, absolute: join(root, one.path) }));
      }),
    );
    return all.flat();
  }

  private watch(root: string): WatchedRoot {
    let watched = this.watched.get(root);
    if (!watched) {
      watched = this.store.add(new WatchedRoot(root, this.finder, this.rules));
      this.watched.set(root, watched);
    }
    return watched;
  }
}

/** Tells the index which files came and went. */
class WatchedRoot implements Disposable {
  private readonly store = new DisposableStore();
  private added = new Set<string>();
  private removed = new Set<string>();
  private isStale = false;

  constructor(
    private readonly root: string,
    private readonly finder: PathFinder,
    private readonly rules: ListRules,
  ) {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*');
    const watcher = this.store.add(
      vscode.workspace.createFileSystemWatcher(pattern, false, true, false),
    );
    this.store.add(watcher.onDidCreate(uri => this.note(uri, this.added, this.removed)));
    this.store.add(watcher.onDidDelete(uri => this.note(uri, this.removed, this.added)));
  }

  /** Brings the index up to date before a search. */
  async settle(): Promise<void> {
    const { added, removed } = this;
    this.added = new Set();
    this.removed = new Set();
    if (this.isStale) {
      this.isStale = false;
      await this.finder.refresh(this.root);
    } else if (added.size + removed.size > 0) {
      this.finder.change(this.root, await this.listed([...added]), [...removed]);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Returns the new files that a listing would have: no folders, and nothing that git ignores. */
  private async listed(paths: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(
      paths.map(async path => {
        const absolute = join(this.root, path);
        const stats = await stat(absolute).catch(() => undefined);
        const isListed = stats?.isFile() && !(await this.rules.isIgnored(absolute));
        return isListed ? [path] : [];
      }),
    );
    return found.flat();
  }

  private note({ fsPath }: vscode.Uri, to: Set<string>, from: Set<string>): void {
    const path = relative(this.root, fsPath).split(sep).join('/');
    if (/(?:^|\/)\.gitignore$/.test(path)) {
      this.isStale = true;
    }
    if (path === '' || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path)) {
      return;
    }
    from.delete(path);
    to.add(path);
    this.isStale ||= to.size > mostChanges;
  }
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

import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Change of a disk by one call, or what a test has been told. */
export type DiskChange =
  | { readonly kind: 'create' | 'mkdir' | 'remove' | 'sync'; readonly path: string }
  | { readonly kind: 'content'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'note'; readonly name: string; readonly path?: undefined };

/** Contents by relative path; folders have none. Names of one file share its content. */
type DiskState = ReadonlyMap<string, Uint8Array | null>;

/** Disk as it may be after a power cut. */
export interface CutDisk {
  /** Where the cut was, for messages. */
  readonly label: string;
  readonly state: DiskState;
  /** Notes that the test had taken before the cut. */
  readonly notes: readonly string[];
}

interface FileNode {
  readonly kind: 'file';
  live: Uint8Array;
  synced: Uint8Array;
}
interface FolderNode {
  readonly kind: 'folder';
  readonly live: Map<string, Node>;
  readonly synced: Map<string, Node>;
}
type Node = FileNode | FolderNode;

/** Name that is added to a folder, or removed from it. */
interface NameEdit {
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: Node | undefined;
}
/** Edits that reach the disk together or not at all. */
type NameChange = readonly NameEdit[];

/** Content of a file that was written and not synced. */
const unsynced = ['lost', 'kept', 'torn'] as const;

/** Changes of names that are still on their way, up to which all orders are tried. */
const mostCombined = 4;

/**
 * A disk that keeps what was synced and nothing else: a file's content after `fsync` of the file,
 * and a name after `fsync` of its folder. A rename is one change; others arrive in any order.
 */
class LosingDisk {
  private readonly top: FolderNode = folder();
  private pending: NameChange[] = [];

  constructor(
    private readonly root: string,
    start: DiskState,
  ) {
    for (const [path, bytes] of start) {
      this.apply({ kind: bytes ? 'create' : 'mkdir', path: join(root, path) });
      if (bytes) this.apply({ kind: 'content', path: join(root, path), bytes });
    }
    this.settle();
  }

  apply(change: Exclude<DiskChange, { kind: 'note' }>): void {
    if (change.path === this.root) {
      // Nothing but syncs is noted about the folder itself.
      this.sync(this.top);
      return;
    }
    if (change.kind === 'mkdir') this.makeParents(change.path);
    const { folder: parent, name } = this.find(change.path);
    const node = parent.live.get(name);
    switch (change.kind) {
      case 'create':
        this.rename([{ folder: parent, name, node: file() }]);
        break;
      case 'mkdir':
        if (!node) this.rename([{ folder: parent, name, node: folder() }]);
        break;
      case 'remove':
        this.rename([{ folder: parent, name, node: undefined }]);
        break;
      case 'content':
        if (node?.kind === 'file') node.live = change.bytes;
        break;
      case 'link':
        this.rename([{ ...this.find(change.to), node }]);
        break;
      case 'rename':
        this.rename([
          { folder: parent, name, node: undefined },
          { ...this.find(change.to), node },
        ]);
        break;
      case 'sync':
        this.sync(node);
    }
  }

  /** All disks that a power cut may leave at this moment. */
  *afterCut(): Iterable<DiskState> {
    for (const kept of combinations(this.pending)) {
      for (const content of unsynced) {
        yield this.stateWith(kept, content);
      }
    }
  }

  private rename(change: NameChange): void {
    for (const { folder, name, node } of change) {
      if (node) folder.live.set(name, node);
      else folder.live.delete(name);
    }
    this.pending.push(change);
  }

  private sync(node: Node | undefined): void {
    if (node?.kind === 'file') {
      node.synced = node.live;
    } else if (node) {
      const isOf = (change: NameChange) => change.some(({ folder }) => folder === node);
      for (const { folder, name, node: entry } of this.pending.filter(isOf).flat()) {
        if (entry) folder.synced.set(name, entry);
        else folder.synced.delete(name);
      }
      this.pending = this.pending.filter(change => !isOf(change));
    }
  }

  /** Everything so far is on the disk. */
  private settle(at: FolderNode = this.top): void {
    this.sync(at);
    for (const node of at.live.values()) {
      if (node.kind === 'file') node.synced = node.live;
      else this.settle(node);
    }
  }

  /** When two calls make a folder at once, the one that has made it may report it last. */
  private makeParents(path: string): void {
    const parent = dirname(path);
    if (parent !== this.root) this.apply({ kind: 'mkdir', path: parent });
  }

  private find(path: string): { folder: FolderNode; name: string } {
    let at = this.top;
    const between = relative(this.root, dirname(path));
    for (const name of between === '' ? [] : between.split(sep)) {
      const next = at.live.get(name);
      if (next?.kind !== 'folder') throw new Error(`There is no folder for ${path}`);
      at = next;
    }
    return { folder: at, name: basename(path) };
  }

  private stateWith(kept: readonly NameChange[], content: (typeof unsynced)[number]): DiskState {
    const names = new Map<FolderNode, Map<string, Node>>();
    for (const { folder, name, node } of kept.flat()) {
      const own = names.get(folder) ?? new Map(folder.synced);
      names.set(folder, own);
      if (node) own.set(name, node);
      else own.delete(name);
    }
    const state = new Map<string, Uint8Array | null>();
    const contents = new Map<FileNode, Uint8Array>();
    const contentAt = (node: FileNode) => {
      const known = contents.get(node) ?? contentOf(node, content);
      contents.set(node, known);
      return known;
    };
    const walk = (at: FolderNode, path: string) => {
      for (const [name, node] of names.get(at) ?? at.synced) {
        const own = join(path, name);
        state.set(own, node.kind === 'file' ? contentAt(node) : null);
        if (node.kind === 'folder') walk(node, own);
      }
    };
    walk(this.top, '');
    return state;
  }
}

function file(): FileNode {
  return { kind: 'file', live: new Uint8Array(), synced: new Uint8Array() };
}

function folder(): FolderNode {
  return { kind: 'folder', live: new Map(), synced: new Map() };
}

function contentOf({ live, synced }: FileNode, content: (typeof unsynced)[number]): Uint8Array {
  if (live === synced || content === 'lost') return synced;
  if (content === 'kept') return live;
  // The length has arrived, and of the content the first half.
  const torn = new Uint8Array(live.length);
  torn.set(live.subarray(0, live.length >> 1));
  return torn;
}

/** Returns which of these may have arrived: any, if they are few. */
function combinations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= mostCombined) {
    return Array.from({ length: 2 ** all.length }, (_, bits) =>
      all.filter((_, index) => (bits >> index) & 1),
    );
  }
  return [
    ...all.map((_, index) => all.slice(0, index)),
    all,
    ...all.flatMap((_, index) => [
      all.filter((_, other) => other !== index),
      all.filter((_, other) => other === index),
    ]),
  ];
}

/** Reads a whole folder. */
export function readDisk(root: string): DiskState {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  const paths = entries.map(entry => ({ entry, path: join(entry.parentPath, entry.name) }));
  // A folder comes before what is in it.
  paths.sort((a, b) => (a.path < b.path ? -1 : 1));
  return new Map(
    paths.map(({ entry, path }) => [
      relative(root, path),
      entry.isDirectory() ? null : readFileSync(path),
    ]),
  );
}

/** Replaces the content of a whole folder. */
export function writeDisk(root: string, state: DiskState): void {
  for (const name of readdirSync(root)) {
    rmSync(join(root, name), { recursive: true, force: true });
  }
  const written = new Map<Uint8Array, string>();
  for (const [path, bytes] of state) {
    const first = bytes && written.get(bytes);
    if (first) linkSync(first, join(root, path));
    else if (bytes) writeFileSync(join(root, path), bytes);
    else mkdirSync(join(root, path));
    if (bytes) written.set(bytes, join(root, path));
  }
}

/** Returns each different disk that a power cut may leave, before and after each change. */
export function* cutDisks(
  root: string,
  start: DiskState,
  changes: readonly DiskChange[],
): Iterable<CutDisk> {
  const disk = new LosingDisk(root, start);
  const notes: string[] = [];
  for (let index = 0; index <= changes.length; index += 1) {
    const seen = new Set<string>();
    for (const state of disk.afterCut()) {
      const text = textOf(state);
      if (!seen.has(text)) {
        seen.add(text);
        const last = changes[index - 1];
        const what = last ? `${last.kind} ${last.path && relative(root, last.path)}` : 'the start';
        yield { label: `${index}, after ${what}: ${text}`, state, notes: [...notes] };
      }
    }
    const next = changes[index];
    if (next?.kind === 'note') notes.push(next.name);
    else if (next) disk.apply(next);
  }
}

function textOf(state: DiskState): string {
  const texts = [...state].map(([path, bytes]) =>
    bytes ? `${path}=${Buffer.from(bytes).toString('base64').slice(0, 2000)}` : path,
  );
  return texts.join('\n');
}

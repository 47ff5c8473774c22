import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { DiskChange } from './powerLoss';

/** Calls of Node that change a disk, with the arguments that are paths. */
const changing = {
  mkdir: [0],
  rename: [0, 1],
  link: [0, 1],
  rm: [0],
  rmdir: [0],
  unlink: [0],
  writeFile: [0],
  copyFile: [0, 1],
  cp: [0, 1],
  utimes: [0],
} as const;
type Changing = keyof typeof changing;

/** Calls on an open file. */
const onHandle = [
  'write',
  'writeFile',
  'appendFile',
  'truncate',
  'chmod',
  'sync',
  'close',
] as const;
type OnHandle = (typeof onHandle)[number];

export type DiskErrorCode = 'ENOSPC' | 'EIO' | 'EROFS';

interface Failure {
  readonly code: DiskErrorCode;
  readonly from: number;
  /** Whether all later calls fail as well. */
  readonly isLasting: boolean;
}

type Call = (...args: unknown[]) => unknown;

/**
 * Stands between this process and `node:fs`, for paths below one folder: notes each change, and
 * fails calls on request. Node itself is the seam, so that no call of the product goes around it.
 */
export class DiskCalls {
  /** Changes so far, oldest first. */
  readonly changes: DiskChange[] = [];
  /** Names of the calls so far. */
  readonly names: string[] = [];
  private failure: Failure | undefined;
  private isStopped = false;
  private readonly originals: (() => void)[] = [];
  /** Paths of files that are open by number. */
  private readonly opened = new Map<number, string>();

  constructor(private readonly root: string) {
    for (const name of Object.keys(changing) as Changing[]) {
      this.replace(fs.promises, name, original => this.asynchronous(name, original));
      this.replace(fs, `${name}Sync`, original => this.synchronous(name, original));
    }
    this.replace(fs.promises, 'open', original => this.open(original));
    this.replaceOpenSync();
    syncBuiltinESMExports();
  }

  /** Notes what a test has been told: this much must survive from here on. */
  note(name: string): void {
    this.changes.push({ kind: 'note', name });
  }

  /** Fails the call of this number, counted from now, or all from it on. */
  fail(failure: Failure): void {
    this.failure = { ...failure, from: this.names.length + failure.from };
  }

  heal(): void {
    this.failure = undefined;
  }

  /** Whether the call that was to fail has been made. */
  get hasFailed(): boolean {
    return this.failure !== undefined && this.names.length > this.failure.from;
  }

  stop(): void {
    // Parts of Node that load late keep the functions that they find.
    this.isStopped = true;
    for (const restore of this.originals.splice(0)) {
      restore();
    }
    syncBuiltinESMExports();
  }

  private replace(owner: object, name: string, wrap: (original: Call) => Call): void {
    const original: Call = Reflect.get(owner, name);
    Reflect.set(owner, name, wrap(original.bind(owner)));
    this.originals.push(() => Reflect.set(owner, name, original));
  }

  private isOurs(path: unknown): path is string {
    const isBelow = typeof path === 'string' && `${path}${sep}`.startsWith(this.root + sep);
    return !this.isStopped && isBelow;
  }

  /** Counts a call. @throws the error that a test has ordered for it */
  private enter(name: string, path: string): void {
    const number = this.names.push(name) - 1;
    const { failure } = this;
    const isMeant =
      failure && (failure.isLasting ? number >= failure.from : number === failure.from);
    // Nothing is written by closing, and a process that cannot close has no way on.
    if (isMeant && name !== 'close') {
      const { code } = failure;
      throw Object.assign(new Error(`${code}: ${name} '${path}'`), { code, syscall: name, path });
    }
  }

  private asynchronous(name: Changing, original: Call): Call {
    return async (...args) => {
      const [path] = changing[name].map(index => args[index]);
      if (!this.isOurs(path)) {
        return original(...args);
      }
      this.enter(name, path);
      const before = existing(path);
      const result = await original(...args);
      this.noted(name, args, before, result);
      return result;
    };
  }

  private synchronous(name: Changing, original: Call): Call {
    return (...args) => {
      const [path] = changing[name].map(index => args[index]);
      if (!this.isOurs(path)) {
        return original(...args);
      }
      this.enter(name, path);
      const before = existing(path);
      const result = original(...args);
      this.noted(name, args, before, result);
      return result;
    };
  }

  private noted(name: Changing, args: unknown[], before: readonly string[], result: unknown): void {
    const [path, to] = args.map(String);
    if (path === undefined) return;
    if (name === 'mkdir') {
      const first = typeof result === 'string' ? result : before.length === 0 ? path : undefined;
      if (first !== undefined) {
        this.changes.push(...foldersFrom(first, path));
      }
    } else if (name === 'rename' || name === 'link') {
      this.changes.push({ kind: name, path, to: to ?? '' });
    } else if (name === 'rm' || name === 'rmdir' || name === 'unlink') {
      const gone = before.filter(one => !fs.existsSync(one));
      this.changes.push(...gone.map(one => ({ kind: 'remove', path: one }) as const));
    } else if (name !== 'utimes') {
      const written = name === 'writeFile' ? path : (to ?? '');
      this.changes.push(...existing(written).reverse().flatMap(describe));
    }
  }

  private open(original: Call): Call {
    return async (...args) => {
      const [path, flags] = args;
      if (!this.isOurs(path) || !isForWriting(flags)) {
        const handle = await original(...args);
        // A folder is opened for reading to be synced.
        return this.isOurs(path) ? this.watched(handle, path, ['sync']) : handle;
      }
      this.enter('open', path);
      const isNew = !fs.existsSync(path);
      const handle = await original(...args);
      if (isNew) {
        this.changes.push({ kind: 'create', path });
      }
      return this.watched(handle, path, onHandle);
    };
  }

  /** Replaces methods of a file handle, which has its own for each file. */
  private watched(handle: unknown, path: string, methods: readonly OnHandle[]): unknown {
    for (const name of methods) {
      const original: Call = Reflect.get(Object(handle), name).bind(handle);
      Reflect.set(Object(handle), name, async (...args: unknown[]) => {
        this.enter(name, path);
        const result = await original(...args);
        this.changed(name, path);
        return result;
      });
    }
    return handle;
  }

  private changed(name: OnHandle, path: string): void {
    if (name === 'sync') {
      this.changes.push({ kind: 'sync', path });
    } else if (name !== 'close' && name !== 'chmod') {
      this.changes.push({ kind: 'content', path, bytes: readNow(path) });
    }
  }

  private replaceOpenSync(): void {
    this.replace(fs, 'openSync', original => (...args) => {
      const [path, flags] = args;
      if (!this.isOurs(path)) {
        return original(...args);
      }
      const isWriting = isForWriting(flags);
      if (isWriting) this.enter('open', path);
      const isNew = isWriting && !fs.existsSync(path);
      const file = Number(original(...args));
      this.opened.set(file, path);
      if (isNew) {
        this.changes.push({ kind: 'create', path });
      }
      return file;
    });
    const calls = [
      ['writeSync', 'write'],
      ['fsyncSync', 'sync'],
      ['closeSync', 'close'],
    ] as const;
    for (const [name, meaning] of calls) {
      this.replace(fs, name, original => (...args) => {
        const path = this.opened.get(Number(args[0]));
        if (path !== undefined) this.enter(meaning, path);
        const result = original(...args);
        if (path !== undefined) this.changed(meaning, path);
        if (meaning === 'close') this.opened.delete(Number(args[0]));
        return result;
      });
    }
  }
}

function isForWriting(flags: unknown): boolean {
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  return typeof flags === 'number'
    ? (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0
    : typeof flags === 'string' && flags !== 'r';
}

/** Lists a path and all below it, the deepest first; nothing if there is nothing. */
function existing(path: string): string[] {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) {
    return found ? [path] : [];
  }
  return [...fs.readdirSync(path).flatMap(name => existing(join(path, name))), path];
}

function foldersFrom(first: string, last: string): DiskChange[] {
  const paths: string[] = [];
  for (let path = last; path.length >= first.length; path = dirname(path)) {
    paths.unshift(path);
  }
  return paths.map(path => ({ kind: 'mkdir', path }));
}

function describe(path: string): DiskChange[] {
  return fs.lstatSync(path).isDirectory()
    ? [{ kind: 'mkdir', path }]
    : [
        { kind: 'create', path },
        { kind: 'content', path, bytes: readNow(path) },
      ];
}

function readNow(path: string): Buffer {
  // A handle may outlive its name.
  return fs.existsSync(path) ? fs.readFileSync(path) : Buffer.alloc(0);
}

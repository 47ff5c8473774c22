import { AsyncLocalStorage } from 'node:async_hooks';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Calls that a process makes about files, by the names that `node:fs/promises` gives them. */
const names = [
  ...(['open', 'readFile', 'readdir', 'readlink', 'realpath', 'stat', 'lstat'] as const),
  ...(['mkdir', 'rm', 'utimes'] as const),
];
/** Calls on an open file. */
const handleNames = ['stat', 'readFile', 'write', 'writeFile', 'truncate', 'chmod'] as const;

type Call = (this: unknown, ...args: unknown[]) => Promise<unknown>;

const never = new Promise<never>(() => undefined);
const processes = new AsyncLocalStorage<GatedProcess>();

/** A process that may end at any of its calls about files: nothing after that call happens. */
export class GatedProcess {
  private readonly handles = new Set<FileHandle>();
  /** Calls left until the process ends. */
  private left = Number.POSITIVE_INFINITY;
  private end: () => void = () => undefined;
  private readonly ended = new Promise<void>(resolve => {
    this.end = resolve;
  });
  isDead = false;
  /** Tells which files cannot be written. */
  refuses: (path: string) => boolean = () => false;

  /** @returns `undefined` if the process has ended meanwhile */
  run<T>(task: () => Promise<T>): Promise<T | undefined> {
    return Promise.race([processes.run(this, task), this.ended.then((): undefined => undefined)]);
  }

  endAfter(calls: number): void {
    this.left = calls;
  }

  /** Ends what is left of the process, which is to write nothing any more. */
  async bury(): Promise<void> {
    this.isDead = true;
    this.end();
    await Promise.all([...this.handles].map(handle => handle.close().catch(() => undefined)));
  }

  async called(name: string, call: () => Promise<unknown>, args: unknown[]): Promise<unknown> {
    if (this.isDead) {
      return never;
    }
    this.left -= 1;
    if (this.left < 0) {
      this.isDead = true;
      this.end();
      return never;
    }
    const [path, flags] = args;
    if (name === 'open' && typeof path === 'string' && flags === 'wx' && this.refuses(path)) {
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${path}`), {
        code: 'ENOSPC',
      });
    }
    const result = await call();
    if (name === 'open' && result) {
      this.handles.add(result as FileHandle);
    }
    return this.isDead ? never : result;
  }

  /** Whether the present call is the last one. */
  get isLast(): boolean {
    return this.left === 0;
  }
}

/**
 * Lets processes of this test file end at their calls about files.
 * @returns what puts the original calls back
 */
export async function gateFiles(file: string): Promise<() => void> {
  const handle = await promises.open(file, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<string, Call>;
  await handle.close();
  const module = promises as object as Record<string, Call>;
  const undo = [...replace(module, names), ...replace(prototype, handleNames)];
  // The machine does not fail here, only processes do.
  undo.push(...replace(prototype, ['sync'], async () => undefined));
  syncBuiltinESMExports();
  return () => {
    for (const one of undo) {
      one();
    }
    syncBuiltinESMExports();
  };
}

function replace(
  of: Record<string, Call>,
  replaced: readonly string[],
  by?: Call,
): readonly (() => void)[] {
  return replaced.map(name => {
    const call = of[name];
    if (!call) {
      throw new Error(`There is no ${name}.`);
    }
    of[name] =
      by ??
      function (this: unknown, ...args) {
        const process = processes.getStore();
        return process
          ? process.called(name, () => call.apply(this, halved(process, name, args)), args)
          : call.apply(this, args);
      };
    return () => {
      of[name] = call;
    };
  });
}

/** The last write of a process is cut in the middle. */
function halved(process: GatedProcess, name: string, args: unknown[]): unknown[] {
  const [bytes, offset, length, position] = args;
  return name === 'write' && process.isLast && typeof length === 'number'
    ? [bytes, offset, Math.ceil(length / 2), position]
    : args;
}

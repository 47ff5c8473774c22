import * as fs from 'node:fs';
import { promisify } from 'node:util';

/**
 * Takes the place of `fs/promises` and of `callbackFs` in a worker thread that works on thousands of
 * files. Nobody waits for that thread, so its calls block it: each costs a tenth of the time.
 * Syncing does not block, because a disk brings many files to rest at once.
 */

export const { constants } = fs;

const fsync = promisify(fs.fsync);

/** Returns a function that does the same, but rejects where the given one throws. */
function settling<Args extends unknown[], Result>(call: (...args: Args) => Result) {
  return async (...args: Args): Promise<Result> => call(...args);
}

export const access = settling(fs.accessSync);
export const lstat = settling(fs.lstatSync);
export const mkdir = settling(fs.mkdirSync);
export const readdir = settling(fs.readdirSync);
export const readFile = settling(fs.readFileSync);
export const readlink = settling(fs.readlinkSync);
export const realpath = settling(fs.realpathSync.native);
export const rename = settling(fs.renameSync);
export const rm = settling(fs.rmSync);
export const stat = settling(fs.statSync);
export const utimes = settling(fs.utimesSync);
export const writeFile = settling(fs.writeFileSync);

export const openNumber = settling(fs.openSync);
export const statNumber = settling(fs.fstatSync);
export const closeNumber = settling(fs.closeSync);
export const readNumber = async (...args: Parameters<typeof fs.readSync>) => ({
  bytesRead: fs.readSync(...args),
});

export async function open(
  path: string,
  flags: string | number,
  mode?: number,
): Promise<BlockingFile> {
  return new BlockingFile(fs.openSync(path, flags, mode));
}

/** An open file, see `FileHandle`. */
class BlockingFile {
  constructor(readonly fd: number) {}

  readonly stat = settling((options?: fs.StatOptions) => fs.fstatSync(this.fd, options));
  readonly readFile = settling(() => fs.readFileSync(this.fd));
  readonly truncate = settling((length: number) => fs.ftruncateSync(this.fd, length));
  readonly chmod = settling((mode: number) => fs.fchmodSync(this.fd, mode));
  readonly close = settling(() => fs.closeSync(this.fd));

  readonly writeFile = settling((data: string | Uint8Array) => fs.writeFileSync(this.fd, data));

  readonly write = settling(
    (bytes: Uint8Array, offset: number, length: number, position: number) => ({
      bytesWritten: fs.writeSync(this.fd, bytes, offset, length, position),
    }),
  );

  sync(): Promise<void> {
    return fsync(this.fd);
  }
}

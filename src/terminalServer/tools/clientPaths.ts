import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { WorkspaceFolder } from '../editor/idePort';
import { absolutePath } from './absolutePath';

export interface ClientPath {
  /** Path as the client means it. */
  readonly asked: string;
  /** Path as the editor spells it: a folder may be open under a symlink's name. */
  readonly path: string;
}

/** Number of spellings that are remembered. */
const maxAsked = 2_000;

/** Maps the paths of one client. The CLI resolves symlinks, the editor does not. */
export class ClientPaths {
  /** Working folder of the client. */
  cwd: string | undefined;
  private readonly asked = new Map<string, string>();

  constructor(private readonly folders: () => readonly WorkspaceFolder[]) {}

  /** @throws UserError if it is not a valid path */
  async resolve(input: string): Promise<ClientPath> {
    const { platform } = process;
    const folders = this.folders().map(({ path }) => path);
    const asked = absolutePath(input, { platform, home: homedir(), cwd: this.cwd, folders });
    return { asked, path: await this.asOpened(asked) };
  }

  /** Remembers the name by which the client asked for a file. */
  remember({ asked, path }: ClientPath): void {
    this.asked.delete(keyOf(path));
    this.asked.set(keyOf(path), asked);
    for (const oldest of this.asked.keys()) {
      if (this.asked.size <= maxAsked) {
        break;
      }
      this.asked.delete(oldest);
    }
  }

  /** Returns the name by which the client last asked for a file; undefined if it never did. */
  known(path: string): string | undefined {
    return this.asked.get(keyOf(path));
  }

  private async asOpened(path: string): Promise<string> {
    const folders = this.folders().map(folder => folder.path);
    if (folders.some(folder => isBelow(folder, path))) {
      return path;
    }
    for (const folder of folders) {
      const real = await realpath(folder).catch(() => folder);
      if (real !== folder && isBelow(real, path)) {
        return folder + path.slice(real.length);
      }
    }
    return path;
  }
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the same key for all spellings of a file that the system does not distinguish. */
function keyOf(path: string): string {
  const text = path.normalize('NFC');
  return process.platform === 'win32' ? text.toLowerCase() : text;
}

import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { WorkspaceFolder } from '../editor/idePort';
import { absolutePath } from './absolutePath';

export interface ClientPath {
  /** As the client means it. */
  readonly asked: string;
  /** As the editor spells it: a folder may be open by a link's name. */
  readonly path: string;
}

/** How many spellings are remembered. */
const maxAsked = 2_000;

/** The paths of one client. The CLI resolves links, the editor does not. */
export class ClientPaths {
  /** The folder that the client runs in. */
  cwd: string | undefined;
  private readonly asked = new Map<string, string>();

  constructor(private readonly folders: () => readonly WorkspaceFolder[]) {}

  /** @throws UserError when it is no path */
  async resolve(given: string): Promise<ClientPath> {
    const { platform } = process;
    const asked = absolutePath(given, { platform, home: homedir(), cwd: this.cwd });
    return { asked, path: await this.asOpened(asked) };
  }

  /** The client knows this file by what it asked for. */
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

  /** What the client called the file when it asked for it last; undefined when it never did. */
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

/** One file has one key, where the system does not tell its spellings apart. */
function keyOf(path: string): string {
  const text = path.normalize('NFC');
  return process.platform === 'win32' ? text.toLowerCase() : text;
}

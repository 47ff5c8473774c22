import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ToolUse } from '../../protocol/agentSource';

/**
 * Names files as the editor does. An agent tells paths without links, and on Windows with a drive letter
 * of its own; the folder that the user has opened may be spelled otherwise.
 */
export class PathSpelling {
  private readonly real: Promise<string>;

  /** @param folder absolute, as the editor spells it */
  constructor(
    private readonly folder: string,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    this.real = realpath(folder).catch(() => folder);
  }

  async ofUse(use: ToolUse): Promise<ToolUse> {
    const [edits, reads] = await Promise.all(
      [use.edits, use.reads].map(paths => Promise.all(paths.map(path => this.of(path)))),
    );
    return { ...use, edits: edits ?? [], reads: reads ?? [] };
  }

  async of(path: string): Promise<string> {
    const real = await this.real;
    for (const root of [this.folder, real]) {
      if (this.isWithin(path, root)) {
        return join(this.folder, relative(root, path));
      }
    }
    return this.platform === 'win32' ? path.replace(/^[A-Z]:/, drive => drive.toLowerCase()) : path;
  }

  private isWithin(path: string, root: string): boolean {
    const [inner, outer] = [path, root + sep].map(one =>
      this.platform === 'win32' ? one.toLowerCase() : one,
    );
    return inner !== undefined && outer !== undefined && inner.startsWith(outer);
  }
}

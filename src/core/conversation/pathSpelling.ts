import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isOnUnknownShare } from '../../base/networkPath';
import type { ToolUse } from '../../protocol/agentSource';

/**
 * Spells paths as the editor does. Agents report paths with links resolved, and on Windows with
 * their own case of the drive letter. The opened folder may be spelled differently.
 */
export class PathSpelling {
  private readonly real: Promise<string>;

  /**
   * @param folder absolute path, as the editor spells it
   * @param workspace returns the folders of the workspace
   */
  constructor(
    private readonly folder: string,
    private readonly platform: NodeJS.Platform = process.platform,
    private readonly workspace: () => readonly string[] = () => [],
  ) {
    this.real = realpath(folder).catch(() => folder);
  }

  /**
   * Leaves out files of servers on which no folder is: they are looked at before the user has
   * allowed the call, and looking would sign in there.
   */
  async ofUse(use: ToolUse): Promise<ToolUse> {
    const folders = [this.folder, ...this.workspace()];
    const near = (path: string) => !isOnUnknownShare(path, folders, this.platform);
    const [edits, reads] = await Promise.all(
      [use.edits, use.reads].map(paths =>
        Promise.all(paths.filter(near).map(path => this.of(path))),
      ),
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

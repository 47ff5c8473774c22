import type * as vscode from 'vscode';
import type { StorageKeys } from '../contributed';

const key = 'folders.chosen' satisfies keyof StorageKeys;

/** Remembers, for each workspace, which of its folders the user chose for conversations. */
export class RememberedFolders {
  /** @param memory of the workspace, on the user's side */
  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** Folder that the user last moved a new conversation to. */
  get last(): string | undefined {
    return this.chosen.last;
  }

  /**
   * Returns the folders that the user last added to a conversation in this one.
   * @param roots folders of the workspace: no other folder is added unasked
   */
  addedTo(cwd: string, roots: readonly string[]): readonly string[] {
    const added = this.chosen.added?.[cwd] ?? [];
    return roots.filter(root => root !== cwd && added.includes(root));
  }

  async remember(cwd: string, added: readonly string[], isMoved: boolean): Promise<void> {
    const { chosen } = this;
    await this.memory.update(key, {
      ...chosen,
      ...(isMoved ? { last: cwd } : {}),
      added: { ...chosen.added, [cwd]: added },
    });
  }

  private get chosen(): StorageKeys[typeof key] {
    return this.memory.get<StorageKeys[typeof key]>(key) ?? {};
  }
}

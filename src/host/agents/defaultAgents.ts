import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { StorageKeys } from '../contributed';

const key = 'agents.default' satisfies keyof StorageKeys;

/** Agent of a conversation that does not exist yet, or is not loaded; no name: Claude Code. */
export interface ConversationAgent {
  readonly source?: string | undefined;
}

/** Remembers which agent answers in new conversations of a folder. Never read from a file of it. */
export class DefaultAgents implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  readonly onChanged = this.changed.event;

  /** @param memory of the workspace, on the user's side */
  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /**
   * @param cwd absolute path of the folder
   * @returns undefined for Claude Code
   */
  of(cwd: string): string | undefined {
    return this.chosen[cwd];
  }

  /** @param name undefined for Claude Code */
  async choose(cwd: string, name: string | undefined): Promise<void> {
    const { [cwd]: _, ...others } = this.chosen;
    await this.memory.update(key, name === undefined ? others : { ...others, [cwd]: name });
    this.changed.fire();
  }

  dispose(): void {
    this.store.dispose();
  }

  private get chosen(): StorageKeys[typeof key] {
    return this.memory.get<StorageKeys[typeof key]>(key) ?? {};
  }
}

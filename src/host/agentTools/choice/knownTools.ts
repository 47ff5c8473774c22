import type * as vscode from 'vscode';
import { deepEqual } from '../../../base/json';
import type { Summary } from '../../../contract/conversation';
import type { StorageKeys } from '../../contributed';

const key = 'tools.reported' satisfies keyof StorageKeys;

/** Remembers the agent's tools: it reports them only with the first message of a conversation. */
export class KnownTools {
  private last: readonly string[] | undefined;

  /** @param memory of all windows, on the user's side */
  constructor(private readonly memory: Pick<vscode.Memento, 'get' | 'update'>) {}

  /** Notes what a conversation's agent has reported. */
  note({ choices: { tools } }: Pick<Summary, 'choices'>): void {
    if (!tools || tools === this.last) {
      return;
    }
    this.last = tools;
    if (!deepEqual(tools, this.memory.get(key))) {
      void this.memory.update(key, tools);
    }
  }

  /** Returns the tools of a conversation's agent, else those that any agent reported last. */
  of({ choices: { tools } }: Pick<Summary, 'choices'>): {
    readonly names: readonly string[] | undefined;
    readonly isReported: boolean;
  } {
    return {
      names: tools ?? this.memory.get<StorageKeys[typeof key]>(key),
      isReported: tools !== undefined,
    };
  }
}

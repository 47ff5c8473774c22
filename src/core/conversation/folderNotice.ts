import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { deepEqual } from '../../base/json';
import type { Conversation } from '../../contract/conversation';
import type { ConversationEvent, ConversationFolder } from '../../contract/events';
import type { RecordKeeper } from './recordKeeper';

export function lostWithProcess(): string {
  return l10n.t(
    'The process has ended. This conversation is temporary: a new process does not remember it.',
  );
}

/** Shows where a conversation runs, and the consequences if it is temporary. */
export class FolderNotice {
  private folder: Pick<ConversationFolder, 'name' | 'branch'> = {};
  private always: readonly string[] = [];
  private isLost = false;

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly conversation: () => Conversation,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
    private readonly now: () => number,
  ) {}

  /** @param always folders that the agent may work in besides those of this conversation */
  show(folder: Pick<ConversationFolder, 'name' | 'branch'>, always: readonly string[] = []): void {
    this.folder = folder;
    this.always = always;
    this.publish();
  }

  /** Shows folders that were added or removed. */
  refresh(): void {
    this.publish();
  }

  /** Runs after the history was read; a temporary conversation has none. */
  restore(): void {
    this.publish();
    if (this.keeper.current.temporary === 'said') {
      this.keeper.save({ temporary: 'empty' });
      this.note(
        'warning',
        l10n.t(
          'This temporary conversation was not stored and is lost with the window that it was open in. A draft is kept.',
        ),
      );
    }
  }

  /** Refuses a restart if a temporary conversation would lose its history with the process. */
  refusesRestart(isLive: boolean): boolean {
    const refuses = isLive && this.keeper.current.temporary === 'said';
    if (refuses) {
      this.note(
        'info',
        l10n.t(
          'What was changed takes effect in the next conversation: a new agent would not remember this temporary one.',
        ),
      );
    }
    return refuses;
  }

  /** Returns true if a temporary conversation was lost with the process. */
  onGone(): boolean {
    this.isLost ||= this.keeper.current.temporary === 'said';
    return this.isLost;
  }

  onStarted(): void {
    if (this.isLost) {
      this.isLost = false;
      this.note(
        'warning',
        l10n.t('A new agent was started. It does not remember what was said above.'),
      );
    }
  }

  private publish(): void {
    const { temporary, cwd, addDirs = [] } = this.keeper.current;
    const added = [...new Set([...this.always, ...addDirs])].map(path => basename(path));
    const folder: ConversationFolder = {
      ...(added.length > 0 ? { name: basename(cwd), added } : {}),
      ...this.folder,
      ...(temporary ? { isTemporary: true } : {}),
    };
    if (!deepEqual(folder, this.conversation().summary.folder ?? {})) {
      this.emit([{ type: 'folder.changed', folder }]);
    }
  }

  private note(kind: 'info' | 'warning', text: string): void {
    this.emit([{ type: 'notice', at: this.now(), notice: { kind, text } }]);
  }
}

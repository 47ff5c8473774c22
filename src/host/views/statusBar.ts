import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { lazily } from '../../base/lazily';
import type { Log } from '../../base/log';
import { type CommandId, statusItems } from '../contributed';
import { createStatusItem } from '../nativeText/nativeUi';
import { showStatus } from '../nativeText/statusItems';
import type { StatusFacts } from './statusTexts';

/** The status bar item about the conversation in front, and about tasks of all of them. */
export class StatusBar implements Disposable {
  private readonly store = new DisposableStore();
  private readonly item = this.store.add(createStatusItem(statusItems.status, 10));
  private facts: StatusFacts = { waiting: 0, tasks: [], warnAt: 0 };
  /** A window that shows no conversation needs none of its texts. */
  private readonly writer = lazily(async () => {
    const { StatusWriter } = await import('./statusWriter');
    return this.store.add(new StatusWriter(this.item));
  });

  constructor(private readonly log: Log) {
    this.item.name = vscode.l10n.t('Tandem');
    this.item.command = 'tandem.chat.open' satisfies CommandId;
    const name = vscode.l10n.t('Tandem');
    showStatus(this.item, { text: `$(comment-discussion) ${name}`, tooltip: name, label: name });
  }

  show(front: Omit<StatusFacts, 'tasks'>): void {
    this.update({ conversation: undefined, title: undefined, ...front });
  }

  /** @param tasks titles of tasks that run alongside the agents' replies, in all conversations */
  showTasks(tasks: readonly string[]): void {
    this.update({ tasks });
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(changed: Partial<StatusFacts>): void {
    this.facts = { ...this.facts, ...changed };
    this.writer()
      .then(writer => writer.write(this.facts))
      .catch((error: unknown) => this.log.error(`The status is not shown: ${messageOf(error)}`));
  }
}

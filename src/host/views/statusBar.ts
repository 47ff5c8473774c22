import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Conversation } from '../../contract/conversation';
import { type CommandId, statusItems, views } from '../contributed';
import { createStatusItem } from '../nativeText/nativeUi';
import { showStatus } from '../nativeText/statusItems';
import { statusText, tasksText, todosText } from './statusTexts';

/** Status bar items for the front conversation's phase and to-dos, and for running tasks. */
export class StatusBar implements Disposable {
  private readonly store = new DisposableStore();
  private readonly status = this.item(statusItems.status, 10, 'tandem.chat.open');
  private readonly todos = this.item(statusItems.todos, 9, `${views.todos}.focus`);
  private readonly tasks = this.item(statusItems.tasks, 8, `${views.tasks}.focus`);

  constructor() {
    this.status.name = vscode.l10n.t('Tandem');
    this.todos.name = vscode.l10n.t('Tandem To-dos');
    this.tasks.name = vscode.l10n.t('Tandem Running Tasks');
    this.show(undefined, 0);
  }

  /** Arguments as those of `statusText`. */
  show(conversation: Conversation | undefined, waiting: number, warnAt = 0): void {
    const { text, tooltip, label, isWarning } = statusText(conversation, waiting, warnAt);
    // The API accepts undefined for "no colour", but the exact optional types do not.
    (this.status as { backgroundColor?: vscode.ThemeColor | undefined }).backgroundColor = isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    showStatus(this.status, { text, tooltip, label });
    this.showTodos(conversation);
  }

  /** @param titles titles of tasks that run alongside the agents' replies, in all conversations */
  showTasks(titles: readonly string[]): void {
    const texts = tasksText(titles);
    if (!texts) {
      this.tasks.hide();
      return;
    }
    showStatus(this.tasks, texts);
  }

  dispose(): void {
    this.store.dispose();
  }

  private showTodos(conversation: Conversation | undefined): void {
    const texts = todosText(conversation);
    if (!texts) {
      this.todos.hide();
      return;
    }
    showStatus(this.todos, texts);
  }

  private item(id: string, priority: number, command: CommandId | string): vscode.StatusBarItem {
    const item = createStatusItem(id, priority);
    item.command = command;
    return this.store.add(item);
  }
}

import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Conversation } from '../../contract/conversation';
import type { AgentPhase } from '../../contract/events';
import { todoProgress } from '../../transcript/selectors';
import { type CommandId, statusItems, views } from '../contributed';

const phases: Record<AgentPhase, { icon: string; name: string }> = {
  idle: { icon: '$(comment-discussion)', name: vscode.l10n.t('idle') },
  starting: { icon: '$(loading~spin)', name: vscode.l10n.t('starting') },
  working: { icon: '$(loading~spin)', name: vscode.l10n.t('working') },
  waiting: { icon: '$(bell-dot)', name: vscode.l10n.t('waiting for you') },
  stopping: { icon: '$(loading~spin)', name: vscode.l10n.t('stopping') },
  stopped: { icon: '$(comment-discussion)', name: vscode.l10n.t('stopped') },
  lost: { icon: '$(error)', name: vscode.l10n.t('lost') },
};

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

  /** @param waiting number of waiting prompts in all conversations */
  show(conversation: Conversation | undefined, waiting: number): void {
    const agent = conversation?.summary.agent;
    const phase = waiting > 0 ? 'waiting' : (agent?.phase ?? 'stopped');
    const { icon, name } = phases[phase];
    const count = waiting > 0 ? ` ${waiting}` : '';
    this.status.text = `${icon} Tandem${count}`;
    this.status.tooltip = agent?.detail ? `Tandem: ${name}: ${agent.detail}` : `Tandem: ${name}`;
    this.status.accessibilityInformation = { label: `Tandem, ${name}` };
    // The API accepts undefined for "no colour", but the exact optional types do not.
    (this.status as { backgroundColor?: vscode.ThemeColor | undefined }).backgroundColor =
      waiting > 0 ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.status.show();
    this.showTodos(conversation);
  }

  /** @param titles titles of tasks that run alongside the agents' replies, in all conversations */
  showTasks(titles: readonly string[]): void {
    if (titles.length === 0) {
      this.tasks.hide();
      return;
    }
    this.tasks.text = `$(sync~spin) ${titles.length}`;
    const running = vscode.l10n.t('Tandem: {0} running', titles.length);
    this.tasks.tooltip = [running, ...titles.slice(0, 10)].join('\n');
    this.tasks.accessibilityInformation = { label: running };
    this.tasks.show();
  }

  dispose(): void {
    this.store.dispose();
  }

  private showTodos(conversation: Conversation | undefined): void {
    const progress = conversation && todoProgress(conversation);
    if (!progress) {
      this.todos.hide();
      return;
    }
    const { done, all } = progress;
    this.todos.text = `$(checklist) ${vscode.l10n.t('{0} of {1}', done, all)}`;
    const active = conversation.summary.todos.find(todo => todo.status === 'in_progress');
    this.todos.tooltip = active
      ? (active.activeText ?? active.text)
      : vscode.l10n.t('To-dos of the conversation');
    this.todos.show();
  }

  private item(id: string, priority: number, command: CommandId | string): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    item.command = command;
    return this.store.add(item);
  }
}

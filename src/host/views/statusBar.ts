import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { deepEqual } from '../../base/json';
import { type CommandId, statusItems, views } from '../contributed';
import { showLinkedStatus } from '../nativeText/linkedStatus';
import { createStatusItem } from '../nativeText/nativeUi';
import type { StatusLink } from '../nativeText/statusMarkdown';
import { type StatusFacts, statusText } from './statusTexts';

/** The status bar item about the conversation in front, and about tasks of all of them. */
export class StatusBar implements Disposable {
  private readonly store = new DisposableStore();
  private readonly status = this.store.add(createStatusItem(statusItems.status, 10));
  private facts: StatusFacts = { waiting: 0, tasks: [], warnAt: 0 };
  private shown: unknown;

  constructor() {
    this.status.name = vscode.l10n.t('Tandem');
    this.status.command = 'tandem.chat.open' satisfies CommandId;
    this.update({});
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
    const { isWarning, ...texts } = statusText(this.facts);
    const links = linksOf(this.facts);
    const now = { texts, links };
    // Conversations change many times a second, and each write is a message to the window.
    if (deepEqual(now, this.shown)) {
      return;
    }
    this.shown = now;
    // The API accepts undefined for "no colour", but the exact optional types do not.
    (this.status as { backgroundColor?: vscode.ThemeColor | undefined }).backgroundColor = isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    showLinkedStatus(this.status, texts, links);
  }
}

function linksOf({ conversation, tasks }: StatusFacts): readonly StatusLink[] {
  const hasTodos = conversation !== undefined && conversation.summary.todos.length > 0;
  return [
    link(vscode.l10n.t('Open Chat'), 'tandem.chat.open'),
    ...(conversation ? [link(vscode.l10n.t('Set Model'), 'tandem.model.set')] : []),
    ...(hasTodos ? [{ title: vscode.l10n.t('To-Dos'), command: `${views.todos}.focus` }] : []),
    ...(tasks.length > 0
      ? [{ title: vscode.l10n.t('Tasks'), command: `${views.tasks}.focus` }]
      : []),
  ];
}

function link(title: string, command: CommandId): StatusLink {
  return { title, command };
}

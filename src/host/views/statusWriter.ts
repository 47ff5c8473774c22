import * as vscode from 'vscode';
import { deepEqual } from '../../base/json';
import { type CommandId, views } from '../contributed';
import { showLinkedStatus } from '../nativeText/linkedStatus';
import type { StatusItem } from '../nativeText/statusItems';
import type { StatusLink } from '../nativeText/statusMarkdown';
import { type StatusFacts, statusText } from './statusTexts';

/** Writes what is known to the item of the status bar; nothing if it stands there already. */
export class StatusWriter {
  private shown: unknown;

  constructor(private readonly item: StatusItem) {}

  write(facts: StatusFacts): void {
    const { isWarning, ...texts } = statusText(facts);
    const links = linksOf(facts);
    const now = { texts, links };
    // Conversations change many times a second, and each write is a message to the window.
    if (deepEqual(now, this.shown)) {
      return;
    }
    this.shown = now;
    // The API accepts undefined for "no color", but the exact optional types do not.
    (this.item as { backgroundColor?: vscode.ThemeColor | undefined }).backgroundColor = isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    showLinkedStatus(this.item, texts, links);
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

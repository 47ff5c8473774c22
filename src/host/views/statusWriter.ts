import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { deepEqual } from '../../base/json';
import { systemClock } from '../../node/systemClock';
import { type CommandId, views } from '../contributed';
import { showLinkedStatus } from '../nativeText/linkedStatus';
import { type StatusItem, showStatus } from '../nativeText/statusItems';
import type { StatusLink } from '../nativeText/statusMarkdown';
import { type StatusFacts, statusText } from './statusTexts';

/**
 * Milliseconds until the tooltip offers commands. That makes it Markdown, which VS Code parses in the
 * extension host: the first time takes some 20 ms, in which a chat that is being opened would wait.
 */
const linkDelay = 3_000;

/** Writes what is known to the item of the status bar; nothing if it stands there already. */
export class StatusWriter implements Disposable {
  private facts: StatusFacts | undefined;
  private shown: unknown;
  private hasLinks = false;
  private readonly timer: Disposable;

  constructor(
    private readonly item: StatusItem,
    clock: Clock = systemClock,
  ) {
    this.timer = clock.setTimeout(() => {
      this.hasLinks = true;
      if (this.facts) {
        this.write(this.facts);
      }
    }, linkDelay);
  }

  write(facts: StatusFacts): void {
    this.facts = facts;
    const { isWarning, ...texts } = statusText(facts);
    const links = this.hasLinks ? linksOf(facts) : [];
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
    if (links.length > 0) {
      showLinkedStatus(this.item, texts, links);
    } else {
      showStatus(this.item, texts);
    }
  }

  dispose(): void {
    this.timer.dispose();
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

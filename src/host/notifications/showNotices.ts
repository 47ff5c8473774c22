import * as vscode from 'vscode';
import { plural } from '../../base/plural';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';
import type { Notice, Notified } from './notifier';

/**
 * Shows a single VS Code message. VS Code cannot withdraw it, so it only leads to the conversation,
 * where the user answers.
 * @returns the conversation that the user wants to see
 */
export async function showNotices<C extends Notified>(
  notices: readonly Notice<C>[],
): Promise<C | undefined> {
  const [first] = notices;
  if (first && notices.length === 1) {
    const open = vscode.l10n.t('Open');
    const picked = await (first.occasion.kind === 'failed'
      ? nativeUi.showWarningMessage(textOf(first), open)
      : nativeUi.showInformationMessage(textOf(first), open));
    return picked === open ? first.channel : undefined;
  }
  const choose = vscode.l10n.t('Open…');
  const picked = await nativeUi.showInformationMessage(summaryOf(notices), choose);
  if (picked !== choose) {
    return undefined;
  }
  const choices = notices.map(notice => ({
    label: notice.channel.title,
    description: wordOf(notice),
    channel: notice.channel,
  }));
  const title = vscode.l10n.t('Open a Conversation');
  return (await nativeUi.showQuickPick(choices, { title }))?.channel;
}

/** Counts waiting conversations first, because they need the user. */
function summaryOf(notices: readonly Notice[]): string {
  const waiting = notices.filter(({ occasion }) => occasion.kind === 'waits').length;
  const ended = notices.length - waiting;
  const parts = [
    ...(waiting === 0
      ? []
      : [
          plural(waiting, {
            one: vscode.l10n.t('1 conversation waits for you.'),
            other: vscode.l10n.t('{0} conversations wait for you.', waiting),
          }),
        ]),
    ...(ended === 0
      ? []
      : [
          plural(ended, {
            one: vscode.l10n.t('1 conversation has finished.'),
            other: vscode.l10n.t('{0} conversations have finished.', ended),
          }),
        ]),
  ];
  return parts.join(' ');
}

function textOf(notice: Notice): string {
  return `${shorten(notice.channel.title)}: ${wordOf(notice)}`;
}

function wordOf({ occasion }: Notice): string {
  switch (occasion.kind) {
    case 'finished':
      return vscode.l10n.t('finished');
    case 'failed':
      return shorten(occasion.message);
    case 'waits':
      return waitsFor(occasion.prompt);
  }
}

function waitsFor(prompt: Extract<Notice['occasion'], { kind: 'waits' }>['prompt']): string {
  switch (prompt.kind) {
    case 'permission': {
      const { title, target } = prompt.call;
      return vscode.l10n.t('waits for permission: {0}', shorten([title, target].join(' ')));
    }
    case 'question':
      return vscode.l10n.t('asks: {0}', shorten(prompt.questions[0]?.question ?? ''));
    case 'plan':
      return vscode.l10n.t('has a plan for you to approve');
    case 'elicitation':
      return vscode.l10n.t('needs input for {0}', shorten(prompt.server));
  }
}

/** Shortens untrusted text from the agent or a file. */
function shorten(text: string): string {
  return messageText(text, 120);
}

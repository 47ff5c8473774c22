import * as l10n from '@vscode/l10n';
import { fineCostText } from '../../../base/locale';
import type { Item, Turn } from '../../../contract/conversation';
import type { TurnOutcome } from '../../../contract/events';
import { hookText } from '../../../contract/labels/hookText';
import { promptTitle } from '../../../contract/labels/promptLabel';
import type { SentContext } from '../../../contract/mentions';
import type { Notice } from '../../../contract/notices';
import type { Prompt, PromptOutcome } from '../../../contract/prompts';
import { changedFiles, childItems, messageGroups } from '../../../transcript/selectors';
import { BlobResolver, type ReadBlob } from './blobResolver';
import { collapsed, fenced, plainLine } from './fences';
import { lowerHeadings } from './lowerHeadings';
import { sealMarkdown } from './sealMarkdown';
import { seconds, type TimeFormat } from './times';
import { fileLine, toolMarkdown } from './toolMarkdown';

export interface TurnForm {
  readonly agentTitle: string;
  readonly time: TimeFormat;
  readonly read: ReadBlob;
}

interface Form extends TurnForm {
  readonly blobs: BlobResolver;
}

/** Renders one turn as Markdown: messages, tool calls and outcome. */
export async function turnMarkdown(turn: Turn, turnForm: TurnForm): Promise<string> {
  const form = { ...turnForm, blobs: await BlobResolver.of(turn, turnForm.read) };
  const groups = messageGroups(turn).map(({ speaker, items }) => {
    const at = items[0]?.at ?? turn.startedAt;
    const name = speaker === 'person' ? l10n.t('You') : form.agentTitle;
    const paragraphs = items
      .map(item => itemMarkdown(item, turn, form))
      .filter(part => part !== '');
    return [`## ${plainLine(name)} · ${form.time(at)}`, ...paragraphs].join('\n\n');
  });
  return [...groups, ...endOf(turn)].join('\n\n');
}

function itemMarkdown(item: Item, turn: Turn, form: Form): string {
  const { blobs } = form;
  switch (item.kind) {
    case 'prompt': {
      const text = blobs.text(item.text);
      const images = item.images.map(image => blobs.image(image));
      const parts = [text === '' ? '' : quoted(text), ...images, sentWith(item.context ?? [])];
      return parts.filter(part => part !== '').join('\n\n');
    }
    case 'text':
      return foreign(item.text);
    case 'thinking':
      return thoughts(item);
    case 'tool': {
      const inner = childItems(turn, item.call.id).map(child => itemMarkdown(child, turn, form));
      return toolMarkdown(item, inner, blobs);
    }
    case 'ask':
      return `*${askLine(item.prompt, item.outcome)}*`;
    case 'notice':
      return noticeMarkdown(item.notice);
    case 'unknown':
      return `*${l10n.t('Not understood: {0}', plainLine(item.what))}*`;
  }
}

/** Lists what went with a message, without its content. */
function sentWith(context: readonly SentContext[]): string {
  const titles = context.map(({ title }) => plainLine(title)).join(' · ');
  return titles === '' ? '' : `*${l10n.t('Sent with it: {0}', titles)}*`;
}

/** Renders Markdown of the agent as part of our document. */
function foreign(text: string): string {
  return lowerHeadings(sealMarkdown(text)).trim();
}

/** Quotes the user's message and keeps its lines apart. */
function quoted(text: string): string {
  const lines = sealMarkdown(text, true).trimEnd().split('\n');
  return lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n');
}

function thoughts({ text, isRedacted, durationMs }: Extract<Item, { kind: 'thinking' }>): string {
  const took = durationMs === undefined ? '' : ` · ${seconds(durationMs)}`;
  if (text.trim() === '') {
    return isRedacted ? `*${l10n.t('Thinking, not shown by the model')}${took}*` : '';
  }
  return collapsed(`${l10n.t('Thinking')}${took}`, foreign(text));
}

function promptOutcomeText(outcome: PromptOutcome): string {
  switch (outcome) {
    case 'allowed':
      return l10n.t('allowed');
    case 'denied':
      return l10n.t('denied');
    case 'answered':
      return l10n.t('answered');
    case 'withdrawn':
      return l10n.t('withdrawn before an answer');
    case 'cancelled':
      return l10n.t('canceled');
    case 'opened':
      return l10n.t('page opened');
    case 'finished':
      return l10n.t('finished');
  }
}

function askLine(prompt: Prompt, outcome: PromptOutcome | undefined): string {
  const name =
    prompt.kind === 'permission'
      ? l10n.t('Permission for {0}', prompt.call.title)
      : promptTitle(prompt);
  const answer = outcome ? promptOutcomeText(outcome) : l10n.t('waits for an answer');
  return plainLine(`${name}: ${answer}`);
}

function noticeMarkdown(notice: Notice): string {
  switch (notice.kind) {
    case 'info':
    case 'warning':
      return `*${plainLine(notice.text)}*`;
    case 'compacting':
      return `*${l10n.t('The conversation is being compacted')}*`;
    case 'compacted':
      return notice.summary
        ? collapsed(l10n.t('The conversation was compacted'), foreign(notice.summary))
        : `*${l10n.t('The conversation was compacted')}*`;
    case 'retrying':
      return `*${l10n.t('Attempt {0} after an error of the API', notice.attempt)}*`;
    case 'hook':
      return notice.text
        ? collapsed(hookText(notice), fenced(notice.text, 'text'))
        : `*${plainLine(hookText(notice))}*`;
    case 'commandOutput':
      return fenced(notice.text, 'text');
    case 'terminalOnly':
      return `*${plainLine(l10n.t('Claude Code has the command /{0} in a terminal only.', notice.command))}*`;
  }
}

function endOf(turn: Turn): string[] {
  const files = changedFiles(turn);
  const changed = [l10n.t('Files changed:'), ...files.map(file => `- ${fileLine(file)}`)].join(
    '\n',
  );
  const took = [
    turn.durationMs === undefined ? '' : seconds(turn.durationMs),
    turn.costUsd === undefined ? '' : fineCostText(turn.costUsd),
  ].filter(part => part !== '');
  return [
    ...(files.length > 0 ? [changed.replace('\n', '\n\n')] : []),
    ...(turn.outcome && turn.outcome.kind !== 'completed'
      ? [`**${outcomeLine(turn.outcome)}**`]
      : []),
    ...(took.length > 0 ? [`*${took.join(' · ')}*`] : []),
  ];
}

function outcomeLine(outcome: Exclude<TurnOutcome, { kind: 'completed' }>): string {
  switch (outcome.kind) {
    case 'interrupted':
      return l10n.t('The turn was stopped.');
    case 'maxTurns':
      return l10n.t('The turn ended at the step limit.');
    case 'maxBudget':
      return l10n.t('The turn ended at the cost limit.');
    case 'hookStopped':
      return plainLine(l10n.t('A hook ended the turn. {0}', outcome.message ?? ''));
    case 'error':
      return plainLine(l10n.t('The turn failed: {0}', outcome.message));
    case 'lost':
      return plainLine(l10n.t('The process ended in the middle of the turn. {0}', outcome.message));
    case 'elsewhere':
      return l10n.t('The turn may continue elsewhere.');
  }
}

import * as l10n from '@vscode/l10n';
import type { Conversation, Turn } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { Prompt } from '../../src/contract/prompts';
import { spokenText } from '../ui/markdown/spokenText';
import { howEnded } from './howEnded';
import { isLossOnCard, phaseLabel, promptName } from './phases';
import { outcomeText } from './turnOutcomes';

/** Longest announced part of a reply, in UTF-16 units; the rest can be read in the conversation. */
const longestReply = 600;

/** Returns the texts to announce: replies, outcomes, prompts and phase changes, each once. */
export function announcementsOf(
  before: Conversation,
  after: Conversation,
  events: readonly ConversationEvent[],
  agentTitle: string,
): string[] {
  const texts: string[] = [];
  for (const event of events) {
    if (event.type === 'turn.ended') {
      const turn = after.turns.findLast(candidate => candidate.endedAt === event.at);
      // The end of a long reply is left out in any case, so that reading it costs nothing.
      const reply = turn ? spokenText(lastReply(turn).slice(0, longestReply * 4)) : '';
      if (reply !== '') {
        texts.push(`${agentTitle}: ${shorten(reply)}`);
      }
      const outcome = outcomeText(event.outcome, { now: Date.now(), agentTitle });
      if (outcome) {
        texts.push([outcome.sentence, outcome.detail].filter(Boolean).join(' '));
      }
    }
  }
  if (events.some(event => event.type === 'prompt.closed' && event.outcome === 'finished')) {
    texts.push(l10n.t('The server is done with the page.'));
  }
  for (const event of events) {
    if (event.type === 'shell.changed' && event.line.end) {
      texts.push(`${event.line.command}: ${howEnded(event.line.end)}`);
    }
  }
  const known = new Set(before.summary.waiting.map(prompt => prompt.id));
  for (const prompt of after.summary.waiting.filter(({ id }) => !known.has(id))) {
    texts.push([promptName(prompt), promptDetail(prompt)].filter(Boolean).join(' '));
  }
  const { phase, detail } = after.summary.agent;
  if (phase !== before.summary.agent.phase) {
    const isEnd = phase === 'stopped' || (phase === 'lost' && !isLossOnCard(after));
    const label = phaseLabel(after.summary);
    texts.push(isEnd && detail ? `${label}: ${detail}` : label);
  }
  return texts;
}

function promptDetail(prompt: Prompt): string | undefined {
  return prompt.kind === 'elicitation' ? shorten(prompt.message) : prompt.call.target;
}

function lastReply(turn: Turn): string {
  const item = turn.items.findLast(
    ({ kind, ...rest }) => kind === 'text' && !('parentToolId' in rest),
  );
  return item?.kind === 'text' ? item.text : '';
}

function shorten(text: string): string {
  if (text.length <= longestReply) {
    return text;
  }
  const cut = text.slice(0, longestReply);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestReply / 2))}…`;
}

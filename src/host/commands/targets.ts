import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { lacks } from '../../contract/agentFeatures';
import type { AgentFeature } from '../../contract/choices';
import type { PromptId } from '../../contract/ids';
import { agentName } from '../../contract/labels/agentNames';
import type { Prompt } from '../../contract/prompts';
import type { Channel } from '../../core/conversation/channel';

/** Access to the conversation that the user is looking at. */
export interface ActiveChat {
  readonly active: Channel | undefined;
}

/** Conversations in which a command looks for its target. */
export interface OpenChats {
  readonly chats: ActiveChat;
  /** All conversations that are open in this window. */
  channels(): readonly Channel[];
}

/** Creates the error for a row that was replaced while its command was on the way. */
export function rowGone(): UserError {
  return new UserError('row.gone', l10n.t('The list has just changed. Choose the row again.'));
}

/** @throws UserError if no conversation is in front */
export function activeChannel({ active: channel }: ActiveChat): Channel {
  if (!channel) {
    throw new UserError('conversation.none', l10n.t('No conversation is open. Open Tandem first.'));
  }
  return channel;
}

/** @throws UserError `conversation.lacking` if the agent in front has no such feature, and as above */
export function channelWith(chats: ActiveChat, feature: AgentFeature): Channel {
  const channel = activeChannel(chats);
  const { choices } = channel.conversation.summary;
  if (lacks(choices, feature)) {
    throw new UserError(
      'conversation.lacking',
      l10n.t('{0} cannot do this. Use it in a conversation with Claude Code.', agentName(choices)),
    );
  }
  return channel;
}

export interface PromptTarget<P extends Prompt = Prompt> {
  readonly channel: Channel;
  readonly prompt: P;
}

/**
 * Finds the prompt with this id, or else the oldest prompt of this kind. Searches the conversation
 * in front, then all others.
 * @throws UserError if no such prompt is waiting
 */
export function promptTarget<K extends Prompt['kind']>(
  open: OpenChats,
  kind: K,
  requestId: unknown,
): PromptTarget<Extract<Prompt, { kind: K }>> {
  const found = waitingPrompt(open, kind, requestId);
  if (!found) {
    throw new UserError('prompt.none', l10n.t('Nothing waits for this answer.'));
  }
  return found;
}

/** Like `promptTarget`, but returns undefined if no such prompt is waiting. */
export function waitingPrompt<K extends Prompt['kind']>(
  { chats: { active }, channels }: OpenChats,
  kind: K,
  requestId: unknown,
): PromptTarget<Extract<Prompt, { kind: K }>> | undefined {
  const others = channels().filter(channel => channel !== active);
  for (const channel of active ? [active, ...others] : others) {
    for (const prompt of channel.conversation.summary.waiting) {
      const isWanted = typeof requestId !== 'string' || prompt.id === requestId;
      if (prompt.kind === kind && isWanted) {
        return { channel, prompt: prompt as Extract<Prompt, { kind: K }> };
      }
    }
  }
  return undefined;
}

/** Finds the prompt with this id, whatever its kind. */
export function promptById({ channels }: OpenChats, id: PromptId): PromptTarget | undefined {
  for (const channel of channels()) {
    const prompt = channel.conversation.summary.waiting.find(candidate => candidate.id === id);
    if (prompt) {
      return { channel, prompt };
    }
  }
  return undefined;
}

import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PromptId } from '../../contract/ids';
import type { Prompt } from '../../contract/prompts';
import type { Channel } from '../../core/conversation/channel';

/** Knows which conversation the user looks at. */
export interface FrontChat {
  readonly front: Channel | undefined;
}

/** The conversations among which a command finds what it acts on. */
export interface OpenChats {
  readonly chats: FrontChat;
  /** All that are open in this window. */
  channels(): readonly Channel[];
}

/** @throws UserError when no conversation is in front */
export function frontChannel({ front: channel }: FrontChat): Channel {
  if (!channel) {
    throw new UserError('noChannel', vscode.l10n.t('No conversation is open. Open Tandem first.'));
  }
  return channel;
}

export interface PromptTarget<P extends Prompt = Prompt> {
  readonly channel: Channel;
  readonly prompt: P;
}

/**
 * The prompt with this id, else the oldest of its kind: in the conversation in front, then in any.
 * @throws UserError when none waits
 */
export function promptTarget<K extends Prompt['kind']>(
  { chats: { front }, channels }: OpenChats,
  kind: K,
  requestId: unknown,
): PromptTarget<Extract<Prompt, { kind: K }>> {
  const others = channels().filter(channel => channel !== front);
  for (const channel of front ? [front, ...others] : others) {
    for (const prompt of channel.conversation.summary.waiting) {
      const isWanted = typeof requestId !== 'string' || prompt.id === requestId;
      if (prompt.kind === kind && isWanted) {
        return { channel, prompt: prompt as Extract<Prompt, { kind: K }> };
      }
    }
  }
  throw new UserError('noPrompt', vscode.l10n.t('Nothing waits for this answer.'));
}

/** The prompt of any kind with this id. */
export function promptById({ channels }: OpenChats, id: PromptId): PromptTarget | undefined {
  for (const channel of channels()) {
    const prompt = channel.conversation.summary.waiting.find(candidate => candidate.id === id);
    if (prompt) {
      return { channel, prompt };
    }
  }
  return undefined;
}

/** Lets the user pick; undefined when they leave it. */
export async function pick<T>(
  title: string,
  choices: readonly { label: string; description?: string; value: T }[],
): Promise<T | undefined> {
  const picked = await vscode.window.showQuickPick([...choices], {
    title,
    matchOnDescription: true,
  });
  return picked?.value;
}

/** Asks for a line of text unless the caller gave one; undefined when the user leaves it. */
export async function textOr(given: unknown, prompt: string): Promise<string | undefined> {
  return typeof given === 'string'
    ? given
    : vscode.window.showInputBox({ prompt, ignoreFocusOut: true });
}

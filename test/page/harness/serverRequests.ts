import type { Locator } from 'playwright-core';
import type { ElicitationPrompt } from '../../../src/contract/elicitation';
import type { PromptId } from '../../../src/contract/ids';
import type { PromptAnswer } from '../../../src/contract/prompts';
import type { ChatPage, ChatPageOptions } from './chatPage';
import { startTurn } from './story';

type Request = ElicitationPrompt['request'];

export interface ShownRequest {
  readonly chat: ChatPage;
  readonly prompt: ElicitationPrompt;
  readonly card: Locator;
}

let count = 0;

/** Opens a page with the request of a server, whose entries the host finds right. */
export async function showRequest(
  open: (options: ChatPageOptions) => Promise<ChatPage>,
  request: Request,
  more: Partial<ElicitationPrompt> = {},
  options: ChatPageOptions = {},
): Promise<ShownRequest> {
  const chat = await open(options);
  chat.host.answers['prompt.check'] = ({ entries }) => entries.map(() => null);
  chat.host.emit(...startTurn('t1', 'Ask me.'));
  return another(chat, request, more);
}

/** Shows one more request in the same page; resolves when its card takes answers. */
export async function another(
  chat: ChatPage,
  request: Request,
  more: Partial<ElicitationPrompt> = {},
): Promise<ShownRequest> {
  const id = `input-${++count}` as PromptId;
  const message = 'Who are you?';
  const prompt = { ...{ kind: 'elicitation', id, server: 'library', message, request }, ...more };
  chat.host.emit({ type: 'prompt.opened', prompt: prompt as ElicitationPrompt, at: 0 });
  chat.host.emit({ type: 'agent.changed', agent: { phase: 'waiting' } });
  const card = chat.page.locator(`[id="prompt-${id}"]`);
  await card.locator('.prompt-button[aria-disabled="false"]').first().waitFor();
  return { chat, prompt: prompt as ElicitationPrompt, card };
}

/** Returns the call that this answer is. */
export function answerTo({ chat, prompt }: ShownRequest, answer: PromptAnswer) {
  return { channelId: chat.host.channelId, promptId: prompt.id, answer };
}

export function answered({ chat }: ShownRequest): Promise<unknown> {
  return chat.host.waitFor('prompt.answer');
}

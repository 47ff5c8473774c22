import type { SaidLine } from './transcript';

export interface ApiMessage {
  readonly role: string;
  readonly content: unknown[];
}

/** Converts lines to Messages API messages: one per answer, and one for all lines in between. */
export function apiMessages(said: readonly SaidLine[]): ApiMessage[] {
  const messages: (ApiMessage & { id: string | undefined })[] = [];
  for (const { message } of said) {
    const last = messages.at(-1);
    const content = blocksOf(message.content);
    const isSame = last?.role === message.role && last.id === message.id;
    if (last && isSame) {
      last.content.push(...content);
    } else {
      messages.push({ role: message.role, content, id: message.id });
    }
  }
  return messages.map(({ role, content }) => ({ role, content }));
}

function blocksOf(content: unknown): unknown[] {
  return Array.isArray(content) ? [...content] : [{ type: 'text', text: String(content) }];
}

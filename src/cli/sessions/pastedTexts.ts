import type { Mention, SentContext } from '../../contract/mentions';
import { lineCount, pastedTokens } from '../../contract/pastedToken';

interface PastedTexts {
  readonly mentions: readonly Mention[];
  /** All content of the message; pasted texts are its attachments again. */
  readonly context: readonly SentContext[];
}

/**
 * Finds the content of the pasted texts that a stored message names. Both are in the same order.
 * @param id start of the attachments' ids
 */
export function findPastedTexts(
  text: string,
  context: readonly SentContext[],
  id: string,
): PastedTexts {
  const attachments = new Map<number, string>();
  const mentions: Mention[] = [];
  for (const { token, lines } of pastedTokens(text)) {
    const at = context.findIndex(
      (one, index) =>
        one.kind === 'text' && !attachments.has(index) && lineCount(one.text ?? '') === lines,
    );
    const found = context[at];
    if (found) {
      const attachment = `${id}/${at}`;
      attachments.set(at, attachment);
      mentions.push({ token, label: found.title, target: { kind: 'attachment', id: attachment } });
    }
  }
  return {
    mentions,
    context: context.map((one, index) => {
      const attachment = attachments.get(index);
      return attachment === undefined ? one : { ...one, attachment };
    }),
  };
}

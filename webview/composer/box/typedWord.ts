import type { TypedWord } from './messageBox';

/** Word that opens a list, and its length up to the caret, sign included. */
export interface WordAtCaret extends TypedWord {
  readonly length: number;
}

/** Longer words name nothing that a list could offer. */
const longest = 500;
const mentionWord = /(?:^|[\s([{<])@(?:"([^"\n]*)|([^\s@"]*))$/u;
const commandWord = /^\/(\S*)$/u;
const lateCommandWord = /(?:^|\s)\/([\w:-]{1,100})$/u;

/**
 * Finds the word that ends at the caret.
 * @param before text of the caret's line up to the caret; a chip in it is a blank
 * @param isFirst whether it is the first line of the message
 */
export function wordBefore(before: string, isFirst: boolean): WordAtCaret | undefined {
  const command = isFirst ? commandWord.exec(before) : null;
  if (command) {
    return { sign: '/', query: command[1] ?? '', length: command[0].length };
  }
  const mention = mentionWord.exec(before.slice(-longest));
  if (!mention) {
    const [, late] = lateCommandWord.exec(before.slice(-longest)) ?? [];
    return late === undefined ? undefined : { sign: 'late/', query: late, length: late.length + 1 };
  }
  const [, quoted, bare] = mention;
  const query = quoted ?? bare ?? '';
  return { sign: '@', query, length: query.length + (quoted === undefined ? 1 : 2) };
}

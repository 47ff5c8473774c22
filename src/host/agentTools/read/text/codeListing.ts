import type { CodeAnswer } from '../../../../core/codeIndex/messages';
import { counted, listing } from './listing';

const fieldNames = {
  name: 'file name',
  folder: 'folder',
  definition: 'definition',
  comment: 'comment',
  code: 'code',
} as const;

/**
 * Formats passages, the best first: a line with the path, one with the lines, the head and the
 * reason, and indented lines that say most.
 */
export function codeListing(
  query: string,
  { passages, known, left, isCut }: CodeAnswer,
  show: (root: string, path: string) => string,
): string {
  const entries = passages.map(passage => {
    const { root, path, from, to, title, reasons, excerpt } = passage;
    const reason = reasons
      .map(({ word, fields }) => `${word} (${fields.map(field => fieldNames[field]).join(', ')})`)
      .join('; ');
    return [
      oneLine(show(root, path)),
      `  ${from + 1}-${to + 1}: ${oneLine(title)} [${reason}]`,
      ...excerpt.map(({ line, text }) => `    ${line + 1}| ${oneLine(text)}`),
    ].join('\n');
  });
  const notes = [
    left > 0
      ? `(Indexing is under way: ${known} of ${known + left} files so far. Ask again for the rest.)`
      : '',
    isCut ? '(The folder has too many files: only the first ones are searched. Give a path.)' : '',
    entries.length === 0 && left === 0
      ? '(Say it in other words, or in words that the code or its comments may use.)'
      : '',
  ].filter(note => note !== '');
  const heading = `${counted(entries.length, 'place')} for ${JSON.stringify(query)}`;
  const rest = 'Narrow the question, or give a path.';
  return [listing(entries, { heading, usual: entries.length, rest }), ...notes].join('\n');
}

/** Names and lines of files may contain anything: none of it may look like another result. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ').trim();
}

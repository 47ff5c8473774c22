import { messageOf, UserError } from '../../../base/errors';

/**
 * The value of a JSON text with comments and commas after the last entry, as the editor's own files
 * have them.
 * @throws UserError `unreadable` with the line
 */
export function parseJsonc(text: string): unknown {
  const plain = withoutCommas(withoutComments(text.replace(/^\uFEFF/, ' ')));
  try {
    return JSON.parse(plain);
  } catch (error) {
    throw new UserError('unreadable', `${placeOf(error, plain)}${messageOf(error)}`);
  }
}

/** A string, or a comment: only what is in no string is one. */
const stringOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const stringOrComma = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Places stay where they are, so that errors name them. */
function withoutComments(text: string): string {
  return text.replace(stringOrComment, found =>
    found.startsWith('"') ? found : found.replace(/[^\n]/g, ' '),
  );
}

function withoutCommas(text: string): string {
  return text.replace(stringOrComma, found => (found.startsWith('"') ? found : ' '));
}

function placeOf(error: unknown, text: string): string {
  const position = /position (\d+)/.exec(messageOf(error))?.[1];
  const end = position === undefined ? undefined : Number(position);
  return end === undefined ? '' : `line ${text.slice(0, end).split('\n').length}: `;
}

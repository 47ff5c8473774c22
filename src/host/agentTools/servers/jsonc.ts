import { messageOf, UserError } from '../../../base/errors';

/**
 * Parses JSON with comments and trailing commas, as in VS Code's own files.
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

/** Matches strings, too, so that comment marks inside a string do not count. */
const stringOrComment = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const stringOrComma = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Blanks out comments but keeps offsets, so that errors name the right line. */
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

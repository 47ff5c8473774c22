import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';

/**
 * Parses JSON with comments and trailing commas, as in VS Code's own files.
 * @throws UserError `mcp.unreadable` with the line
 */
export function parseJsonc(text: string): unknown {
  const plain = withoutCommas(withoutComments(text.replace(/^\uFEFF/, ' ')));
  try {
    return JSON.parse(plain);
  } catch (error) {
    const message = messageOf(error);
    const line = lineOf(message, plain);
    const placed = line === undefined ? message : l10n.t('line {0}: {1}', line, message);
    throw new UserError('mcp.unreadable', placed);
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

function lineOf(message: string, text: string): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}

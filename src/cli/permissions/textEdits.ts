import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { asString, isObject, type JsonObject } from '../../base/json';
import { type CliVersion, isAtLeast } from '../launch/version';

export interface TextReplacement {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/** Returns the replacements of an Edit or of a MultiEdit's list; empty if there are none. */
export function readTextEdits(input: JsonObject): TextReplacement[] {
  const list = Array.isArray(input.edits) ? input.edits : [input];
  return list.flatMap(entry => {
    if (!isObject(entry)) {
      return [];
    }
    const oldText = asString(entry.old_string);
    const newText = asString(entry.new_string);
    return oldText === undefined || newText === undefined
      ? []
      : [{ oldText, newText, all: entry.replace_all === true }];
  });
}

/**
 * Applies all edits the way this version of the CLI does.
 * @throws UserError `edit.noMatch`
 */
export function applyEdits(
  text: string,
  edits: readonly TextReplacement[],
  version: CliVersion,
): string {
  return edits.reduce((current, edit) => applyEdit(current, edit, version), text);
}

function applyEdit(text: string, edit: TextReplacement, version: CliVersion): string {
  const { oldText, all } = edit;
  if (oldText === '') {
    return edit.newText;
  }
  const found = findAsCliDoes(text, oldText);
  if (found === undefined) {
    throw new UserError('edit.noMatch', l10n.t('The text to replace is not in the file.'));
  }
  const keepsQuotes = found !== oldText && isAtLeast(version, '2.1.120');
  const newText = keepsQuotes ? curl(edit.newText, found) : edit.newText;
  // Emptying a line also removes its line feed.
  const takesLineFeed = newText === '' && !found.endsWith('\n') && text.includes(`${found}\n`);
  const replaced = takesLineFeed ? `${found}\n` : found;
  if (all) {
    return text.split(replaced).join(newText);
  }
  const at = text.indexOf(replaced);
  return text.slice(0, at) + newText + text.slice(at + replaced.length);
}

/** Finds the text like the CLI: straight quotes, as models write them, also match curly ones. */
function findAsCliDoes(text: string, wanted: string): string | undefined {
  if (text.includes(wanted)) {
    return wanted;
  }
  const at = straighten(text).indexOf(straighten(wanted));
  return at === -1 ? undefined : text.slice(at, at + wanted.length);
}

function straighten(text: string): string {
  return text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"');
}

/** Applies the curly quotes of the replaced text to its replacement. */
function curl(text: string, model: string): string {
  let curled = text;
  if (/[“”]/.test(model)) {
    curled = curled.replaceAll(/(^|[\s([{—–])"/g, '$1“').replaceAll('"', '”');
  }
  if (/[‘’]/.test(model)) {
    curled = curled.replaceAll(/(^|[\s([{—–])'/g, '$1‘').replaceAll("'", '’');
  }
  return curled;
}

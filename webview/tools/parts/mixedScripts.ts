import * as l10n from '@vscode/l10n';

/** Part of a text; a word that mixes look-alike scripts has a warning. */
export interface ScriptPart {
  readonly text: string;
  readonly warning?: string;
}

const word = /[\p{L}\p{M}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;
const cyrillic = /\p{Script=Cyrillic}/u;
const greek = /\p{Script=Greek}/u;

/** Splits a text at words such as `pаypal` whose Latin letters stand beside Cyrillic or Greek ones. */
export function scriptParts(text: string): ScriptPart[] {
  if (!latin.test(text) || !(cyrillic.test(text) || greek.test(text))) {
    return [{ text }];
  }
  const parts: ScriptPart[] = [];
  let from = 0;
  for (const match of text.matchAll(word)) {
    const start = match.index + escapeLength(text, match.index);
    const end = match.index + match[0].length;
    const warning = warningOf(text.slice(start, end));
    if (warning !== undefined) {
      if (start > from) {
        parts.push({ text: text.slice(from, start) });
      }
      parts.push({ text: text.slice(start, end), warning });
      from = end;
    }
  }
  if (from < text.length) {
    parts.push({ text: text.slice(from) });
  }
  return parts;
}

/** Returns 1 for the letter of `\n` or `%s`, which is no part of the word after it. */
function escapeLength(text: string, index: number): number {
  return /[\\%]/.test(text[index - 1] ?? '') && /[a-z]/i.test(text[index] ?? '') ? 1 : 0;
}

function warningOf(text: string): string | undefined {
  if (!latin.test(text)) {
    return undefined;
  }
  if (cyrillic.test(text)) {
    return l10n.t('This word mixes Latin with Cyrillic letters.');
  }
  return greek.test(text) ? l10n.t('This word mixes Latin with Greek letters.') : undefined;
}

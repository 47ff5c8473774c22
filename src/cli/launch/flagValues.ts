/**
 * Words of a command line, each kind with a grammar of its own. The CLI takes what begins with a
 * dash for a flag, wherever it stands, and splits lists of tools at commas and blanks.
 */

export type FlagName = `--${string}`;

declare const checked: unique symbol;

/** Word that is one value to the CLI: neither a flag nor several values. */
export type FlagValue = string & { readonly [checked]: true };

/** Text of any length and content: passed as one word, or in a file if no word can carry it. */
export interface FreeText {
  readonly text: string;
  /** Always passed in a file: other programs may read a command line. */
  readonly isPrivate?: boolean;
  readonly flag?: FlagName;
  /** Flag that takes the path of a file with the text. */
  readonly fileFlag?: FlagName;
}

export interface Grammar {
  /** Completes "is no …". */
  readonly name: string;
  /** Returns what the CLI would read as values of their own. */
  split(value: string): readonly string[];
  accepts(part: string): part is FlagValue;
}

/** Joins words that hold no comma; no word at all means an empty list. */
export function listWord(words: readonly FlagValue[]): FlagValue {
  return words.join(',') as FlagValue;
}

/** @param value not negative */
export function wordOfNumber(value: number): FlagValue {
  return String(value) as FlagValue;
}

/** Free text, for example a model's name, which gateways choose. */
export const plainWord = grammar('plain text', /^[^-\p{Cc}][^\p{Cc}]*$/u);
export const betaName = grammar('name of a beta', /^[A-Za-z0-9][\w.-]*$/);
export const pathWord = grammar('path', /^[^-\0][^\0]*$/);
export const settingSource = grammar('source of settings', /^(?:user|project|local)$/);
export const toolName = grammar('name of a tool', /^[A-Za-z*][\w.:*-]*$/, splitAsTools);
/** A parenthesis that ends a rule early leaves the rest to be read as further rules. */
export const toolRule = grammar(
  'rule for a tool',
  /^[A-Za-z*][\w.:*-]*(?:\((?:[^)\0]|\)(?![\s,]))*\))?$/,
  splitAsTools,
);

/** Whether a text can stand on a command line as a word of its own. */
export function isOneWord(text: string): boolean {
  return plainStart.test(text);
}

const plainStart = /^[^-\0][^\0]*$/;

function grammar(
  name: string,
  pattern: RegExp,
  split: (value: string) => readonly string[] = value => [value],
): Grammar {
  return { name, split, accepts: (part): part is FlagValue => pattern.test(part) };
}

/** Splits as the CLI does: at commas and blanks outside of parentheses, which do not nest. */
function splitAsTools(value: string): string[] {
  const parts = [''];
  let isInside = false;
  for (const character of value) {
    isInside = character === '(' || (isInside && character !== ')');
    if (!isInside && (character === ',' || character === ' ')) {
      parts.push('');
    } else {
      parts.push(`${parts.pop() ?? ''}${character}`);
    }
  }
  return parts.filter(part => part !== '');
}

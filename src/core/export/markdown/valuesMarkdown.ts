import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import { withoutEnd } from '../../../base/withoutEnd';
import { fenced, plainLine } from './fences';

/** Deepest nesting that becomes a list; deeper values are rare and stay JSON. */
const deepest = 8;
/** Longest text that stands beside its name. */
const mostLetters = 200;

/**
 * Renders named values as a list.
 * @param values JSON whose long texts are resolved; `undefined` members are left out
 */
export function valuesMarkdown(values: Readonly<Record<string, unknown>>): string {
  return withoutEnd(entries(values, 0).join('\n'), '\n');
}

function entries(values: Readonly<Record<string, unknown>>, depth: number): string[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => entry(plainLine(name) || '""', value, depth));
}

/** Returns the lines of one item: its value beside the name, or below it. */
function entry(name: string, value: unknown, depth: number): string[] {
  if (Array.isArray(value) && value.length > 0 && depth < deepest) {
    const below = value.flatMap((one, index) => entry(`${index + 1}`, one, depth + 1));
    return [`- ${name}:`, ...indented(below)];
  }
  if (isObject(value) && Object.keys(value).length > 0 && depth < deepest) {
    return [`- ${name}:`, ...indented(entries(value, depth + 1))];
  }
  const text = typeof value === 'string' ? value : atom(value);
  if (text.includes('\n') || text.length > mostLetters) {
    return [`- ${name}:`, '', ...indented(fenced(text, 'text').split('\n')), ''];
  }
  return [`- ${name}: ${plainLine(text)}`.trimEnd()];
}

function atom(value: unknown): string {
  switch (value) {
    case null:
      return l10n.t('none');
    case true:
      return l10n.t('yes');
    case false:
      return l10n.t('no');
    default:
      return JSON.stringify(value);
  }
}

/** Moves lines below their item's text. */
function indented(lines: readonly string[]): string[] {
  return lines.map(line => (line === '' ? '' : `  ${line}`));
}

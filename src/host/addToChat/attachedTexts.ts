import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { plainOutput } from '../../base/plainOutput';
import type { TestMessageShape, VariableShape } from './shapes';

/** UTF-16 units of an attached text. */
const longest = 200_000;

/** Content of an attachment, and its name on the chip. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Member of a variable, as the debugger lists it. */
export interface MemberValue {
  readonly name: string;
  readonly value: string;
}

export function testMessageText({ test, message }: TestMessageShape): NamedText {
  const { message: told, expectedOutput, actualOutput, location } = message;
  const line = location?.range ? `:${location.range.start.line + 1}` : '';
  const parts = [
    location ? `${location.uri.fsPath}${line}` : '',
    plainOutput(typeof told === 'string' ? told : told.value),
    expectedOutput === undefined ? '' : `Expected:\n${plainOutput(expectedOutput)}`,
    actualOutput === undefined ? '' : `Actual:\n${plainOutput(actualOutput)}`,
  ];
  const label = test?.label;
  const name =
    label === undefined ? l10n.t('Test message') : l10n.t('Message of {0}', oneLine(label));
  return { name, text: limited(parts.filter(part => part !== '').join('\n\n')) };
}

export function variableText(
  { variable }: VariableShape,
  members: readonly MemberValue[],
): NamedText {
  const { name, value, type, evaluateName } = variable;
  const head = `${evaluateName || name}${type ? `: ${type}` : ''} = ${value}`;
  const lines = members.map(member => `  ${member.name} = ${member.value}`);
  return { name: oneLine(name), text: limited([head, ...lines].join('\n')) };
}

/** @param outputs texts of the cell's outputs */
export function cellText(
  path: string,
  cell: { readonly number: number; readonly source: string; readonly outputs: readonly string[] },
): NamedText {
  const { number, source, outputs } = cell;
  const output = outputs.length === 0 ? '' : `\n\nOutput:\n${outputs.join('\n')}`;
  const name = l10n.t('{0}, cell {1}', basename(path), number);
  return { name: oneLine(name), text: limited(`Source:\n${source}${output}`) };
}

export function terminalText(terminal: string, copied: string): NamedText {
  return { name: l10n.t('Terminal {0}', oneLine(terminal)), text: limited(plainOutput(copied)) };
}

function oneLine(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

export function limited(text: string): string {
  return text.length > longest
    ? `${text.slice(0, longest)}\n(${text.length - longest} more characters are left out.)`
    : text;
}

import { describe, expect, test } from 'vitest';
import {
  findPositions,
  positionsOfName,
} from '../../../../../../src/host/agentTools/read/text/findPositions';

const lines = [
  'import { useDraft } from "./draft";',
  '',
  'export function useDrafts() {',
  '  const a = useDraft(1), b = useDraft(2);',
  '  return $use(a) + größe + #use;',
  '}',
];

const at = (line: number, character: number) => ({ line: line - 1, character: character - 1 });

describe('symbol names', () => {
  test('match as whole words', () => {
    expect(positionsOfName(lines, 'useDraft')).toEqual([at(1, 10), at(4, 13), at(4, 30)]);
    expect(positionsOfName(lines, 'use')).toEqual([at(5, 29)]);
    expect(positionsOfName(lines, '$use')).toEqual([at(5, 10)]);
    expect(positionsOfName(lines, 'größe')).toEqual([at(5, 20)]);
    expect(positionsOfName(lines, 'gr')).toEqual([]);
    expect(positionsOfName(lines, '')).toEqual([]);
  });

  test('yield every match if no line is given', () => {
    expect(findPositions(lines, { symbol: 'useDraft' })).toHaveLength(3);
  });

  test('yield one match on the line nearest to the given one', () => {
    expect(findPositions(lines, { symbol: 'useDraft', line: 6 })).toEqual([at(4, 13)]);
    expect(findPositions(lines, { symbol: 'useDraft', line: 2 })).toEqual([at(1, 10)]);
  });

  test('yield both matches if they are equally near', () => {
    const around = ['x', '', 'x'];
    expect(findPositions(around, { symbol: 'x', line: 2 })).toEqual([at(1, 1), at(3, 1)]);
  });
});

describe('a text snippet', () => {
  test('resolves to the main symbol of its line', () => {
    expect(findPositions(lines, { text: '  export function useDrafts() {' })).toEqual([at(3, 17)]);
    expect(findPositions(lines, { text: 'const a' })).toEqual([at(4, 9)]);
  });

  test('resolves to a given symbol within its line', () => {
    expect(findPositions(lines, { text: 'return $use', symbol: 'größe' })).toEqual([at(5, 20)]);
    expect(findPositions(lines, { text: 'return $use', symbol: 'nothing' })).toEqual([]);
  });

  test('is found by the first of its lines', () => {
    expect(findPositions(lines, { text: '\nconst a = useDraft(1)\nreturn' })).toEqual([at(4, 9)]);
    expect(findPositions(lines, { text: ' \n' })).toEqual([]);
  });
});

test('a line and a character are used as given, within the bounds of the text', () => {
  expect(findPositions(lines, { line: 4, character: 13 })).toEqual([at(4, 13)]);
  expect(findPositions(lines, { line: 4 })).toEqual([at(4, 3)]);
  expect(findPositions(lines, { line: 2, character: 99 })).toEqual([at(2, 1)]);
  expect(findPositions(lines, { line: 7 })).toEqual([]);
});

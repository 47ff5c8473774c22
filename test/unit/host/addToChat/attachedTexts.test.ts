import { expect, it } from 'vitest';
import {
  cellText,
  limited,
  terminalText,
  testMessageText,
  variableText,
} from '../../../../src/host/addToChat/attachedTexts';

const uri = { scheme: 'file', path: '/w/a.test.ts', fsPath: '/w/a.test.ts' };
const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 1 } };

it('has the message of a test with its place and both values', () => {
  const message = {
    message: { value: '\u001b[31mnot equal\u001b[39m' },
    ...{ expectedOutput: '1', actualOutput: '2', location: { uri, range } },
  };
  expect(testMessageText({ test: { label: 'adds\nnumbers' }, message })).toEqual({
    name: 'Message of adds numbers',
    text: '/w/a.test.ts:5\n\nnot equal\n\nExpected:\n1\n\nActual:\n2',
  });
  expect(testMessageText({ message: { message: 'no' } })).toEqual({
    ...{ name: 'Test message', text: 'no' },
  });
});

it('has a variable with its type and members', () => {
  const variable = { name: 'list', value: 'Array(2)', type: 'Array', evaluateName: 'a.list' };
  const members = [
    { name: '0', value: '1' },
    { name: '1', value: '2' },
  ];
  expect(variableText({ variable }, members)).toEqual({
    name: 'list',
    text: 'a.list: Array = Array(2)\n  0 = 1\n  1 = 2',
  });
});

it('has the source of a cell, and its output if there is any', () => {
  const cell = { number: 2, source: 'print(1)', outputs: ['1'] };
  expect(cellText('/w/n.ipynb', cell)).toEqual({
    ...{ name: 'n.ipynb, cell 2', text: 'Source:\nprint(1)\n\nOutput:\n1' },
  });
  expect(cellText('/n.ipynb', { ...cell, outputs: [] }).text).toBe('Source:\nprint(1)');
});

it('has what was copied from a terminal, without colours and within a limit', () => {
  expect(terminalText('zsh', '\u001b[1mfailed\u001b[0m')).toEqual({
    ...{ name: 'Terminal zsh', text: 'failed' },
  });
  expect(limited('x'.repeat(200_005))).toMatch(/x\n\(5 more characters are left out\.\)$/);
});

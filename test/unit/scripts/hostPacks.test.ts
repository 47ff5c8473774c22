import { expect, it } from 'vitest';
import type { Outputs } from '../../../scripts/builtOutputs';
import { findPacks } from '../../../scripts/hostPacks';

type Links = readonly [statically: readonly string[], onDemand?: readonly string[]];

function outputsOf(files: Readonly<Record<string, Links>>): Outputs {
  return Object.fromEntries(
    Object.entries(files).map(([file, [statically, onDemand = []]]) => [
      file,
      {
        ...{ bytes: 1, inputs: {}, exports: [] },
        imports: [
          ...statically.map(path => ({ path, kind: 'import-statement' as const })),
          ...onDemand.map(path => ({ path, kind: 'dynamic-import' as const })),
          { path: 'node:fs', kind: 'import-statement' as const, external: true },
        ],
      },
    ]),
  );
}

it('joins to each of two files what loads with it only', () => {
  const outputs = outputsOf({
    start: [['base'], ['host', 'terminal']],
    host: [['base', 'parts', 'wire'], ['word']],
    terminal: [['wire']],
    // On the way of the terminal, and therefore not the host's.
    wire: [['deep']],
    deep: [[]],
    parts: [['more']],
    more: [[]],
    base: [['lowest']],
    lowest: [[]],
    word: [['parts', 'zip']],
    zip: [[]],
  });
  expect(findPacks(outputs, 'start', 'host')).toEqual([
    { file: 'start', others: ['base', 'lowest'] },
    { file: 'host', others: ['parts', 'more'] },
  ]);
});

it('leaves alone what is loaded on demand by something that is loaded early', () => {
  const outputs = outputsOf({
    start: [[], ['host', 'terminal']],
    host: [['shared']],
    terminal: [[], ['late', 'host']],
    late: [['shared']],
    shared: [[]],
  });
  expect(findPacks(outputs, 'start', 'host')).toEqual([
    { file: 'start', others: [] },
    { file: 'host', others: [] },
  ]);
});

it('comes to an end with files that load each other', () => {
  const outputs = outputsOf({
    start: [['a'], ['host']],
    a: [['start']],
    host: [['b']],
    b: [['b']],
  });
  expect(findPacks(outputs, 'start', 'host')).toEqual([
    { file: 'start', others: ['a'] },
    { file: 'host', others: ['b'] },
  ]);
});

import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { edit } from '../review/lineEdits';
import { gateFiles } from './fileGate';
import type { Decision, FileStart, Move } from './windowMoves';
import { WindowWorld } from './windowWorld';

const number = fc.nat(60);
const file = fc.nat(2);
const of = fc.nat(1);
const window = fc.nat(1);
const decision: fc.Arbitrary<Decision> = fc.record({
  do: fc.constantFrom(
    ...(['keepFile', 'undoFile', 'keepHunk', 'undoHunk', 'keepTool', 'undoTool'] as const),
    ...(['undoAll', 'undoAll', 'restore', 'restore', 'rewind'] as const),
  ),
  ...{ which: number, window, file, of },
});
const agentEdit = fc.record({ do: fc.constant('agentEdits' as const), edit, file, of });
const command = fc.record({
  ...{ do: fc.constant('commandRuns' as const), of },
  edits: fc.array(fc.option(edit, { nil: undefined }), { minLength: 3, maxLength: 3 }),
});
const answered = fc.record({
  ...{ do: fc.constant('cardAnswered' as const), of },
  isAllowed: fc.boolean(),
});
const during = fc.oneof(decision, agentEdit, command, answered);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: agentEdit },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('userEdits' as const), file, edit }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('userDeletes' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('agentDeletes' as const), file, of }) },
  { weight: 2, arbitrary: command },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cardOpens' as const), edit, file, of }) },
  { weight: 3, arbitrary: answered },
  { weight: 10, arbitrary: decision },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      both: fc.tuple(decision, decision),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('crashes' as const), at: fc.nat(50), during }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fails' as const), isFull: fc.boolean(), during }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopens' as const), window }) },
  { weight: 1, arbitrary: fc.constant({ do: 'mergeIsRefused' as const }) },
);
const text = fc
  .record({
    lines: fc.array(fc.constantFrom('}', '', 'one', 'two', 'three'), { maxLength: 8 }),
    ends: fc.constantFrom(['\n'], ['\r\n'], ['\n', '\r\n']),
    isCut: fc.boolean(),
    hasMark: fc.boolean(),
  })
  .map(({ lines, ends, isCut, hasMark }) => {
    const ended = lines.map((line, index) => {
      const isLast = index === lines.length - 1;
      return line + (isLast && isCut ? '' : ends[index % ends.length]);
    });
    return (hasMark ? '\uFEFF' : '') + ended.join('');
  });
const start: fc.Arbitrary<FileStart> = fc.record({
  text: fc.option(text, { nil: undefined, freq: 6 }),
  mode: fc.constantFrom(0o600, 0o644, 0o755),
  kind: fc.constantFrom('plain', 'plain', 'symbolicLink', 'hardLink'),
});

/**
 * Plays random moves in two windows whose files and processes are real or as good as real.
 * @param seed the same moves in every run
 */
export async function playWindows(runs: number, seed?: number): Promise<number> {
  let steps = 0;
  const ungate = await gateFiles(tmpdir());
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(start, start, start),
        fc.array(move, { maxLength: 24, size: 'max' }),
        // Git takes most of the time where there is a repository.
        fc.nat(19),
        async (starts, moves, rare) => {
          const world = await WindowWorld.open(starts, rare === 1);
          try {
            for (const one of moves) {
              await world.make(one);
              steps += 1;
            }
          } finally {
            await world.remove();
          }
        },
      ),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    );
  } finally {
    ungate();
  }
  return steps;
}

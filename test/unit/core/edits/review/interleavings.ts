import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ChannelId } from '../../../../../src/contract/ids';
import {
  parseReviewRecord,
  type ReviewRecord,
} from '../../../../../src/core/edits/review/reviewRecord';
import { VersionedFile } from '../../../../../src/node/versionedFile';
import { removeFolder } from '../../../../support/removeFolder';
import { byteOrderMark, edit } from './lineEdits';
import { type Answer, kinds, type Move, ReviewWorld, type World } from './reviewWorld';

const file = fc.nat(1);
const number = fc.nat(60);
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 18,
    arbitrary: fc.record({ do: fc.constantFrom('agentEdits', 'userEdits'), file, edit }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('agentDeletes', 'userDeletes'), file }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('keepHunk', 'undoHunk'), file, hunk: number }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('keepTool', 'undoTool'), tool: number }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('keepFile', 'undoFile'), file }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('undoAll', 'restore') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rewind'), change: number }) },
);
const text = fc
  .record({
    lines: fc.array(fc.constantFrom(...kinds), { maxLength: 8 }),
    ends: fc.constantFrom(['\n'], ['\r\n'], ['\n', '\r\n']),
    isCut: fc.boolean(),
    hasMark: fc.boolean(),
  })
  .map(({ lines, ends, isCut, hasMark }) => {
    const ended = lines.map((line, index) => line + ends[index % ends.length]);
    const text = ended.join('');
    return (hasMark ? byteOrderMark : '') + (isCut ? text.replace(/\r?\n$/, '') : text);
  });
const answer = fc.constantFrom<Answer>('leaves', 'takesOriginal', 'takesOwn');
const world = fc.record({ texts: fc.tuple(text, text), answer });

const oneLine = { removes: 0, inserts: 1, isNear: false, isRepeating: false, isCut: false };
/** Orders in which campaigns found a lost line; each run plays them first. */
const found: [World, Move[]][] = [
  // A comparison took the user's line for one that an undo had moved, and a rewind removed it.
  [
    { texts: ['', '}\n}\none\n}\none\n}'], answer: 'takesOriginal' },
    [
      {
        ...{ do: 'agentEdits', file: 1 },
        edit: { at: 11, removes: 3, inserts: 2, isNear: true, isRepeating: true, isCut: false },
      },
      { do: 'undoHunk', file: 1, hunk: 9 },
      { do: 'userEdits', file: 1, edit: { ...oneLine, at: 28 } },
      { do: 'userEdits', file: 1, edit: { ...oneLine, at: 5, removes: 1, isCut: true } },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0 } },
      { do: 'agentEdits', file: 1, edit: { ...oneLine, at: 6, isRepeating: true } },
      {
        ...{ do: 'userEdits', file: 1 },
        edit: { ...oneLine, at: 0, removes: 1, inserts: 0, isNear: true },
      },
      { do: 'undoAll' },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0 } },
      { do: 'undoTool', tool: 0 },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0 } },
      { do: 'undoAll' },
      { do: 'restore' },
      { do: 'rewind', change: 12 },
    ],
  ],
  // A missing line end joined a pending line with one whose deletion had been kept.
  [
    { texts: ['', ''], answer: 'leaves' },
    [
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0 } },
      { do: 'userEdits', file: 0, edit: { ...oneLine, at: 34, inserts: 2, isNear: true } },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 38, removes: 1, inserts: 0 } },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0 } },
      { do: 'keepHunk', file: 0, hunk: 21 },
      { do: 'undoTool', tool: 0 },
      { do: 'agentEdits', file: 0, edit: { ...oneLine, at: 0, inserts: 0, isCut: true } },
      { do: 'undoTool', tool: 0 },
      { do: 'undoFile', file: 0 },
    ],
  ],
];

/**
 * Plays random orders of edits and decisions in a world that checks each of them.
 * @param seed the same orders in every run
 */
export async function playInterleavings(runs: number, seed?: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'interleavings-'));
  const path = join(folder, 'record.json');
  // A record of a later version is left alone: those of the runs live in memory only.
  await writeFile(path, '{"version":2}');
  const open = () =>
    VersionedFile.open<ReviewRecord>({
      ...{ path, version: 1, parse: parseReviewRecord },
      initial: () => ({
        ...{ channelId: 'c' as ChannelId, cwd: folder, title: '' },
        ...{ changes: [], files: [], operations: [], open: [] },
      }),
    });
  try {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(move, { maxLength: 24, size: 'max' }),
        async (start, moves) => {
          const played = new ReviewWorld(await open(), start);
          for (const one of moves) {
            await played.make(one);
          }
        },
      ),
      { numRuns: runs, examples: found, ...(seed === undefined ? {} : { seed }) },
    );
  } finally {
    await removeFolder(folder);
  }
}

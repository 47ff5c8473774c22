import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsSource } from '../../../../../src/host/mentions/editor/problems';
import { symbolSource } from '../../../../../src/host/mentions/editor/symbols';
import { MentionBed, privateFiles } from '../mentionBed';

const bed = new MentionBed();
const place = { cwd: bed.folder };
const secret = 'quoted-from-a-secret';
let open: string;
let hidden: readonly string[];

beforeAll(() => {
  bed.init();
  open = bed.write('src/a.ts', 'x\nfunction load() {\n}\n');
  hidden = privateFiles.map(path => bed.write(path, secret));
});
afterAll(() => bed.remove());

const problem = (message: string) => ({ severity: 'error', message, line: 2 }) as const;
const shownFiles: unknown[] = [];
const problems = problemsSource(bed.privacy, {
  all: () =>
    new Map([
      [open, [problem('Not\nfound')]],
      ...hidden.map(path => [path, [problem(secret)]] as const),
    ]),
  front: () => open,
  show: async (...given) => void shownFiles.push(given),
});
const symbolAt = (path: string, name: string, start: number) => ({
  ...{ name, path, container: '', kind: 'function', lines: { start, end: start + 1 } },
});
const symbols = symbolSource(bed.privacy, {
  ofFront: async () => [symbolAt(open, 'load', 2)],
  ofWorkspace: async () => hidden.map(path => symbolAt(path, 'loadSecret', 1)),
  ofFile: async path => [symbolAt(path, 'load', 2)],
  lines: async () => ['x', 'function load() {', '}'],
  show: async () => undefined,
});

test('problems of all files leave out private ones', async () => {
  const rows = await problems.find('', place, bed.signal);
  expect(rows.map(({ mention }) => mention.token)).toEqual(['@problems', '@problems:src/a.ts']);
  const { blocks } = await problems.resolve({ kind: 'problems' }, place, bed.signal);
  expect(blocks).toEqual([
    { kind: 'problems', title: 'Problems', text: 'src/a.ts:2: error: Not found' },
  ]);
});

test('a symbol brings the lines that it has now', async () => {
  const [row] = await symbols.find('load', place, bed.signal);
  expect(row?.mention.target).toMatchObject({ kind: 'symbol', name: 'load', path: 'src/a.ts' });
  const target = {
    kind: 'symbol',
    name: 'load',
    path: 'src/a.ts',
    lines: { start: 90, end: 91 },
  } as const;
  const { blocks } = await symbols.resolve(target, place, bed.signal);
  expect(blocks).toEqual([
    { kind: 'symbol', title: 'load (src/a.ts, lines 2–3)', text: 'function load() {\n}' },
  ]);
});

test('no private file is found by its symbols', async () => {
  const rows = await symbols.find('loadSecret', place, bed.signal);
  expect(rows).toEqual([]);
});

test.each(privateFiles)('problems and symbols of %s are withheld', async path => {
  const withheld = { code: 'mention.withheld' };
  const asked = problems.resolve({ kind: 'problems', path }, place, bed.signal);
  await expect(asked).rejects.toMatchObject(withheld);
  const target = { kind: 'symbol', name: 'load', path, lines: { start: 1, end: 2 } } as const;
  await expect(symbols.resolve(target, place, bed.signal)).rejects.toMatchObject(withheld);
});

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toolUse } from '../support/api/reply';
import { bytesAt, put, ReviewBed, type Talk } from '../support/channels/reviewBed';
import { fileAppears, fileHolds } from './support/fileAppears';

let bed: ReviewBed;
let talk: Talk;

beforeEach(async () => {
  bed = await ReviewBed.open();
  talk = await bed.talk();
});
afterEach(() => bed.close());

const bash = (command: string, more: { run_in_background?: boolean } = {}) =>
  toolUse('Bash', { command, description: 'A command', ...more });
const edit = (file: string, old_string: string, new_string: string) =>
  toolUse('Edit', { file_path: file, old_string, new_string });

it.each(['a git repository', 'no git repository'])(
  'what a command did is undone in %s',
  async where => {
    if (where === 'a git repository') {
      await promisify(execFile)('git', ['init', '--quiet'], { cwd: bed.home.workspace });
      await put(bed.path('.gitignore'), 'ignored.txt\n');
    }
    const [changed, gone, made] = ['changed.txt', 'gone.txt', 'made.txt'].map(name =>
      bed.path(name),
    );
    const paths = [changed, gone, made].map(String);
    await put(bed.path('changed.txt'), 'one\ntwo\n');
    await put(bed.path('gone.txt'), 'gone\r\n');
    const before = await Promise.all(paths.map(bytesAt));
    await talk.turn(bash('echo three >> changed.txt; rm gone.txt; echo made > made.txt'));
    const after = await Promise.all(paths.map(bytesAt));
    expect(after.map(String)).toEqual(['one\ntwo\nthree\n', 'undefined', 'made\n']);
    expect(
      bed.edits.reviews.waiting.map(({ review }) => [review.path, review.isUncertain]),
    ).toEqual([
      [changed, undefined],
      [gone, undefined],
      [made, undefined],
    ]);
    expect(paths.flatMap(path => talk.updatesOf(path))).toMatchObject([
      { status: 'updated', via: 'command', added: 1, removed: 0 },
      { status: 'deleted', via: 'command' },
      { status: 'created', via: 'command' },
    ]);
    const done = await bed.decisions.undoFiles('Undo', bed.edits.reviews.waiting);
    expect(await Promise.all(paths.map(bytesAt))).toEqual(before);
    expect(done?.files).toBe(3);
    expect(bed.edits.reviews.waiting).toEqual([]);
    // Nothing of it was doubtful.
    expect(bed.room.asked).toEqual([]);
  },
);

it('what a command in the background wrote is found at the end of the turn, and doubtful', async () => {
  const made = bed.path('made.txt');
  const pipe = await bed.pipe('hold');
  talk.begin(bash(`cat '${pipe}' > made.txt`, { run_in_background: true }), async () => {
    await writeFile(pipe, 'by the command\n');
    await fileHolds(made, text => text !== '');
    return [];
  });
  await talk.ended();
  const [reviewed] = await talk.watch.until('the change', () => {
    const found = bed.waiting(made);
    return found.length > 0 && found;
  });
  expect(reviewed?.review).toMatchObject({ before: null, isUncertain: true });
  expect(talk.updatesOf(made)).toMatchObject([
    { status: 'created', via: 'command', isUncertain: true },
  ]);
});

it('a command that runs beside an edit does not claim its file', async () => {
  const file = bed.path('edited.txt');
  const pipe = await bed.pipe('hold');
  const before = await put(file, 'one\ntwo\n');
  const other = await bed.talk();
  // Of one conversation: the command is in the background; of another: it is waited for.
  talk.begin(
    bash(`touch started; cat '${pipe}' > made.txt`, { run_in_background: true }),
    async () => {
      await fileAppears(bed.path('started'));
      return edit(file, 'one', 'ONE');
    },
    async () => {
      await other.turn(edit(file, 'two', 'TWO'));
      await writeFile(pipe, 'made\n');
      await fileHolds(bed.path('made.txt'), text => text !== '');
      return [];
    },
  );
  await talk.ended();
  await talk.watch.until('the change', () => bed.waiting(bed.path('made.txt')).length > 0);
  expect(talk.updatesOf(file)).toMatchObject([{ status: 'updated', added: 1, removed: 1 }]);
  expect(talk.updatesOf(file)[0]).not.toHaveProperty('via');
  expect(bed.waiting(file).map(({ review }) => review.isUncertain)).toEqual([undefined, undefined]);
  for (const { channel, review } of bed.waiting(file)) {
    await bed.decisions.undoFiles('Undo', [{ channel, review }]);
  }
  expect(await bytesAt(file)).toEqual(before);
});

it('what the person saved while a command ran is doubtful, and asked for before it is undone', async () => {
  const file = bed.path('saved.txt');
  const pipe = await bed.pipe('hold');
  const before = await put(file, 'one\n');
  talk.begin(bash(`touch started; cat '${pipe}' > made.txt`));
  await fileAppears(bed.path('started'));
  const saved = await put(file, 'one\nby the person\n');
  bed.edits.saved.note(file, Date.now());
  await writeFile(pipe, 'made\n');
  await talk.ended();
  expect(talk.updatesOf(file)).toMatchObject([{ via: 'command', isUncertain: true }]);
  expect(talk.updatesOf(bed.path('made.txt'))[0]).not.toHaveProperty('isUncertain');
  const waiting = bed.waiting(file);
  expect(waiting).toMatchObject([{ review: { isUncertain: true } }]);

  bed.room.agrees = false;
  expect(await bed.decisions.undoFiles('Undo', waiting)).toBeUndefined();
  expect(bed.room.asked).toHaveLength(1);
  expect(await bytesAt(file)).toEqual(saved);
  expect(bed.waiting(file)).toEqual(waiting);

  bed.room.agrees = true;
  await bed.decisions.undoFiles('Undo', waiting);
  expect(bed.room.asked).toHaveLength(2);
  expect(await bytesAt(file)).toEqual(before);
});

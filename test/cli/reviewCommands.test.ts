import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toolUse } from '../support/api/reply';
import { underOurs } from '../support/channels/channelBed';
import { bytesAt, put, ReviewBed, type Talk } from '../support/channels/reviewBed';
import { fileAppears, fileHolds } from './support/fileAppears';

let bed: ReviewBed;
let talk: Talk;

beforeAll(async () => {
  bed = await ReviewBed.open({ version: underOurs });
  talk = await bed.talk();
});
afterAll(() => bed.close());

const bash = (command: string, more: { run_in_background?: boolean } = {}) =>
  toolUse('Bash', { command, description: 'A command', ...more });
const edit = (file: string, old_string: string, new_string: string) =>
  toolUse('Edit', { file_path: file, old_string, new_string });

/** Returns the pending changes to these files. */
const waitingOf = (one: ReviewBed, paths: readonly string[]) =>
  one.edits.reviews.waiting.filter(({ review }) => paths.includes(review.path));

async function undoesCommand(one: ReviewBed, commands: Talk): Promise<void> {
  const [changed, gone, made] = ['changed.txt', 'gone.txt', 'new.txt'].map(name => one.path(name));
  const paths = [changed, gone, made].map(String);
  await put(one.path('changed.txt'), 'one\ntwo\n');
  await put(one.path('gone.txt'), 'gone\r\n');
  const before = await Promise.all(paths.map(bytesAt));
  await commands.turn(bash('echo three >> changed.txt; rm gone.txt; echo made > new.txt'));
  const after = await Promise.all(paths.map(bytesAt));
  expect(after.map(String)).toEqual(['one\ntwo\nthree\n', 'undefined', 'made\n']);
  expect(waitingOf(one, paths).map(({ review }) => [review.path, review.isUncertain])).toEqual([
    [changed, undefined],
    [gone, undefined],
    [made, undefined],
  ]);
  expect(paths.flatMap(path => commands.updatesOf(path))).toMatchObject([
    { status: 'updated', via: 'command', added: 1, removed: 0 },
    { status: 'deleted', via: 'command' },
    { status: 'created', via: 'command' },
  ]);
  const asked = one.room.asked.length;
  const done = await one.decisions.undoFiles('Undo', waitingOf(one, paths));
  expect(await Promise.all(paths.map(bytesAt))).toEqual(before);
  expect(done?.files).toBe(3);
  expect(waitingOf(one, paths)).toEqual([]);
  // No change was uncertain, so the user was not asked.
  expect(one.room.asked).toHaveLength(asked);
}

it('undoes the changes of a command outside a git repository', () => undoesCommand(bed, talk));

it('undoes the changes of a command in a git repository', async () => {
  const tracked = await ReviewBed.open({ version: underOurs });
  try {
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: tracked.home.workspace });
    await put(tracked.path('.gitignore'), 'ignored.txt\n');
    await undoesCommand(tracked, await tracked.talk());
  } finally {
    await tracked.close();
  }
});

it('finds the changes of a background command at the end of the turn, as uncertain', async () => {
  // The end of the command starts a turn, which tests that share a conversation would take for theirs.
  const own = await bed.talk();
  const made = bed.path('late.txt');
  const pipe = await bed.pipe('late');
  own.begin(bash(`cat '${pipe}' > late.txt`, { run_in_background: true }), async () => {
    await writeFile(pipe, 'by the command\n');
    await fileHolds(made, text => text !== '');
    return [];
  });
  await own.ended();
  const [reviewed] = await own.watch.until('the change', () => {
    const found = bed.waiting(made);
    return found.length > 0 && found;
  });
  expect(reviewed?.review).toMatchObject({ before: null, isUncertain: true });
  const updates = await own.watch.until('its update', () => {
    const found = own.updatesOf(made);
    return found.length > 0 && found;
  });
  expect(updates).toMatchObject([{ status: 'created', via: 'command', isUncertain: true }]);
});

it('does not attribute an edited file to a command that runs at the same time', async () => {
  const file = bed.path('edited.txt');
  const pipe = await bed.pipe('beside');
  const before = await put(file, 'one\ntwo\n');
  const [own, other] = [await bed.talk(), await bed.talk()];
  // A background command in one conversation, and a foreground command in another.
  own.begin(
    bash(`touch beside-started; cat '${pipe}' > beside.txt`, { run_in_background: true }),
    async () => {
      await fileAppears(bed.path('beside-started'));
      return edit(file, 'one', 'ONE');
    },
    async () => {
      await other.turn(edit(file, 'two', 'TWO'));
      await writeFile(pipe, 'made\n');
      await fileHolds(bed.path('beside.txt'), text => text !== '');
      return [];
    },
  );
  await own.ended();
  await own.watch.until('the change', () => bed.waiting(bed.path('beside.txt')).length > 0);
  expect(own.updatesOf(file)).toMatchObject([{ status: 'updated', added: 1, removed: 1 }]);
  expect(own.updatesOf(file)[0]).not.toHaveProperty('via');
  expect(bed.waiting(file).map(({ review }) => review.isUncertain)).toEqual([undefined, undefined]);
  for (const { channel, review } of bed.waiting(file)) {
    await bed.decisions.undoFiles('Undo', [{ channel, review }]);
  }
  expect(await bytesAt(file)).toEqual(before);
});

it('marks a file that the user saved during a command as uncertain, and confirms its undo', async () => {
  const file = bed.path('saved.txt');
  const pipe = await bed.pipe('saved');
  const before = await put(file, 'one\n');
  talk.begin(bash(`touch saved-started; cat '${pipe}' > after-save.txt`));
  await fileAppears(bed.path('saved-started'));
  const saved = await put(file, 'one\nby the user\n');
  bed.edits.saved.note(file, Date.now());
  await writeFile(pipe, 'made\n');
  await talk.ended();
  expect(talk.updatesOf(file)).toMatchObject([{ via: 'command', isUncertain: true }]);
  expect(talk.updatesOf(bed.path('after-save.txt'))[0]).not.toHaveProperty('isUncertain');
  const waiting = bed.waiting(file);
  expect(waiting).toMatchObject([{ review: { isUncertain: true } }]);

  const asked = bed.room.asked.length;
  bed.room.agrees = false;
  expect(await bed.decisions.undoFiles('Undo', waiting)).toBeUndefined();
  expect(bed.room.asked).toHaveLength(asked + 1);
  expect(await bytesAt(file)).toEqual(saved);
  expect(bed.waiting(file)).toEqual(waiting);

  bed.room.agrees = true;
  await bed.decisions.undoFiles('Undo', waiting);
  expect(bed.room.asked).toHaveLength(asked + 2);
  expect(await bytesAt(file)).toEqual(before);
});

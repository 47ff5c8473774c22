import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import {
  appendFile,
  chmod,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { SessionIndex } from '../../../../src/cli/sessions/sessionIndex';
import { FakeClock } from '../../node/fakeClock';
import { assistant, jsonl, SessionBed, sessionId, user } from './sessionBed';

let bed: SessionBed;

beforeEach(async () => {
  bed = await SessionBed.make();
});

afterEach(() => bed.dispose());

const at = (time: string) => ({ timestamp: time });
const named = (customTitle: string) => ({ type: 'custom-title', customTitle });
const filler = (bytes: number) => ({ type: 'attachment', attachment: { note: 'x'.repeat(bytes) } });

describe('a listed session', () => {
  test('takes its facts from both ends of the file', async () => {
    await bed.write(1, [
      { type: 'queue-operation', operation: 'enqueue' },
      user([
        { type: 'text', text: '<ide_opened_file>a</ide_opened_file>' },
        { type: 'text', text: 'Do  it\nnow' },
      ]),
      filler(200_000),
      assistant([{ type: 'text', text: 'Done' }], {
        ...at('2026-01-02T04:00:00.000Z'),
        gitBranch: 'topic',
      }),
      { type: 'tag', tag: 'old' },
      { type: 'tag', tag: 'later' },
      { type: 'ai-title', aiTitle: 'Doing it' },
      { type: 'cost-state', totalCostUSD: 0.25 },
    ]);
    expect(await bed.only()).toEqual({
      id: sessionId(1),
      path: bed.path(1),
      cwd: '/workspace',
      title: 'Doing it',
      given: 'Doing it',
      isNamed: false,
      firstPrompt: 'Do it now',
      tag: 'later',
      branch: 'topic',
      version: '2.1.329',
      at: Date.parse('2026-01-02T04:00:00.000Z'),
      startedAt: Date.parse('2026-01-02T03:04:05.000Z'),
      size: (await stat(bed.path(1))).size,
      costUsd: 0.25,
      isArchived: false,
    });
  });

  const command =
    '<command-message>fix</command-message><command-name>/fix</command-name>\n<command-args>all</command-args>';
  const first = user('First');

  test.each<[string, object[], string]>([
    [
      'the last name given',
      [first, named('a'), named('b'), { type: 'ai-title', aiTitle: 'c' }],
      'b',
    ],
    [
      "the CLI's title",
      [first, { type: 'last-prompt', lastPrompt: 'p' }, { type: 'ai-title', aiTitle: 'c' }],
      'c',
    ],
    [
      'the first prompt rather than the last',
      [first, { type: 'last-prompt', lastPrompt: 'p' }],
      'First',
    ],
    [
      'the newest summary',
      [first, { type: 'summary', summary: 'r' }, { type: 'summary', summary: 's' }],
      's',
    ],
    ['the first prompt', [first, user('Another one')], 'First'],
    ['a command as typed', [user(command)], '/fix all'],
  ])('is titled by %s', async (_, lines, title) => {
    await bed.write(1, lines);
    expect((await bed.only()).title).toBe(title);
  });

  test('is titled by its id if it has no text', async () => {
    await bed.write(1, [
      user('<local-command-stdout>x</local-command-stdout>'),
      user('meta', { isMeta: true }),
    ]);
    expect((await bed.only()).title).toBe(sessionId(1));
  });

  test('has a title of one limited line without control characters', async () => {
    const hostile = `a\u202Eb\u0000\u001B[31mc\n\td\u2066\u200B\uFEFF\uD800 ${'z'.repeat(50_000)}`;
    await bed.write(1, [user('hello'), named(hostile)]);
    const { title, isNamed } = await bed.only();
    expect(title).toMatch(/^a b \[31mc d z+…$/);
    expect(Array.from(title)).toHaveLength(201);
    expect(isNamed).toBe(true);
  });

  test('keeps required joiners and whole characters in its title', async () => {
    await bed.write(1, [user('hello'), named(`می\u200Cخواهم 👩\u200D💻${'😀'.repeat(300)}`)]);
    const { title } = await bed.only();
    expect(title).toMatch(/^می\u200Cخواهم 👩\u200D💻(?:😀)+…$/u);
  });

  test('is dated by its last message, but never later than its file', async () => {
    await bed.write(1, [user('old', at('2025-05-05T05:05:05.000Z'))]);
    await bed.write(2, [user('from the future', at('9999-01-01T00:00:00.000Z'))]);
    const time = new Date('2025-01-01T00:00:00.000Z');
    await utimes(bed.path(2), time, time);
    expect((await bed.list()).map(session => session.at)).toEqual([
      Date.parse('2025-05-05T05:05:05.000Z'),
      time.getTime(),
    ]);
  });

  test('takes the cwd from its lines if several folders share a name', async () => {
    await bed.write(1, [user('one', { cwd: '/a/b' })], '-a-b');
    await bed.write(2, [user('two', { cwd: '/a-b' })], '-a-b');
    await bed.write(
      3,
      [user('three', { cwd: '/elsewhere' }), user('more', { cwd: '/a.b' })],
      '-a-b',
    );
    await bed.write(4, [user('four', { cwd: '../../etc' })], '-a-b');
    const cwds = Object.fromEntries((await bed.list()).map(({ title, cwd }) => [title, cwd]));
    expect(cwds).toEqual({ one: '/a/b', two: '/a-b', three: '/a.b', four: undefined });
  });

  test('has its new folder once it is relocated', async () => {
    await bed.write(1, [user('hello'), { type: 'relocated', relocatedCwd: '/work/tree' }]);
    expect((await bed.only()).cwd).toBe('/work/tree');
  });

  test('has no branch if the CLI recorded "HEAD"', async () => {
    await bed.write(1, [user('hello', { gitBranch: 'HEAD' })]);
    expect(await bed.only()).not.toHaveProperty('branch');
  });

  test('is archived and renamed by files next to it', async () => {
    await bed.write(1, [user('hello'), named('early'), filler(300_000), assistant('end')]);
    const beside = join(bed.folder(), sessionId(1));
    await mkdir(beside);
    expect(await bed.only()).toMatchObject({ title: 'early', isArchived: false });
    await writeFile(join(beside, 'archived.json'), '{"archived":true,"at":"2026-01-01T00:00:00Z"}');
    await writeFile(join(beside, 'custom-title.json'), '{"customTitle":"Beside"}');
    expect(await bed.only()).toMatchObject({ title: 'Beside', isNamed: true, isArchived: true });
    await bed.append(1, [named('In it')]);
    expect((await bed.only()).title).toBe('In it');
    await writeFile(join(beside, 'archived.json'), '{"archived":fal');
    expect((await bed.only()).isArchived).toBe(false);
  });

  test('is looked at anew if a folder next to it comes or goes, while its file stays the same', async () => {
    await bed.write(1, [user('hello')]);
    const index = bed.index();
    const isArchived = async () => (await index.refresh()).map(session => session.isArchived);
    expect(await isArchived()).toEqual([false]);
    const beside = join(bed.folder(), sessionId(1));
    await mkdir(beside);
    await writeFile(join(beside, 'archived.json'), '{"archived":true}');
    expect(await isArchived()).toEqual([true]);
    await rm(beside, { recursive: true });
    expect(await isArchived()).toEqual([false]);
  });
});

describe('an unusual session file', () => {
  const huge = 'y'.repeat(3_000_000);

  test('is listed with an incomplete last line', async () => {
    await bed.write(1, `${jsonl([user('hello'), named('Whole')])}{"type":"custom-title","customTi`);
    expect((await bed.only()).title).toBe('Whole');
  });

  test('is listed with a last line that is longer than the part read', async () => {
    const lines = [user('hello'), named('Early'), filler(100_000), assistant(huge)];
    await bed.write(1, lines);
    expect(await bed.only()).toMatchObject({
      title: 'Early',
      cwd: '/workspace',
      firstPrompt: 'hello',
    });
  });

  test('is listed with a long line after its last message', async () => {
    await bed.write(1, [
      user('hello'),
      filler(100_000),
      assistant('Done', at('2026-02-02T02:02:02.000Z')),
      filler(700_000),
    ]);
    expect((await bed.only()).at).toBe(Date.parse('2026-02-02T02:02:02.000Z'));
  });

  test('is listed with a first prompt that is longer than the part read', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: huge },
    };
    const prompt = [{ type: 'text', text: 'Look \\ at "this"' }, image];
    await bed.write(1, [
      user(prompt),
      assistant('Seen', { ...at('2026-03-03T00:00:00.000Z'), cwd: '/workspace' }),
    ]);
    expect(await bed.only()).toMatchObject({
      title: 'Look \\ at "this"',
      cwd: '/workspace',
      at: Date.parse('2026-03-03T00:00:00.000Z'),
    });
  });

  test('is listed by its last prompt if an image precedes the text', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: huge },
    };
    await bed.write(1, [
      user([image, { type: 'text', text: 'words' }]),
      assistant('Seen'),
      { type: 'last-prompt', lastPrompt: 'words' },
    ]);
    expect((await bed.only()).title).toBe('words');
  });

  test('is listed with a byte order mark, CRLF, unknown types and garbage', async () => {
    const lines = [{ type: 'from-the-future', type2: 1 }, user('hello'), named('Given')];
    const text = lines.map(line => JSON.stringify(line)).join('\r\n');
    await bed.write(1, `\uFEFF${text}\r\nno json\r\n[1]\r\n"type":"user"\r\n{"type":7}\r\n\r\n`);
    expect(await bed.only()).toMatchObject({ title: 'Given', firstPrompt: 'hello' });
    await bed.write(1, `\uFEFF${JSON.stringify(user('first line'))}\r\n`);
    expect((await bed.only()).title).toBe('first line');
  });

  test('is listed with lines that refer to each other in a cycle', async () => {
    await bed.write(1, [
      user('hello', { uuid: 'a', parentUuid: 'b' }),
      assistant('hi', { uuid: 'b', parentUuid: 'a' }),
    ]);
    expect((await bed.only()).title).toBe('hello');
  });

  test('is listed with members of unexpected types', async () => {
    await bed.write(1, [
      user('hello', { cwd: 7, version: {}, gitBranch: [], timestamp: 'soon' }),
      { type: 'custom-title', customTitle: { a: 1 } },
      { type: 'cost-state', totalCostUSD: '3' },
      { type: 'tag', tag: null },
    ]);
    const session = await bed.only();
    expect(session).toMatchObject({ title: 'hello', isNamed: false });
    expect(session).not.toHaveProperty('costUsd');
  });

  test('is listed with bytes that are not text', async () => {
    await bed.write(
      1,
      Buffer.concat([Buffer.from(jsonl([user('hello')])), Buffer.alloc(90_000, 0xff)]),
    );
    expect((await bed.only()).title).toBe('hello');
  });

  test('is listed once if its folder is also a symlink', async () => {
    await bed.write(1, [user('hello')], 'real');
    await symlink(bed.folder('real'), bed.folder('link'));
    const report = await bed.index().report();
    expect(report).toMatchObject({ files: 2, listed: 1, skipped: [{ reason: 'duplicate' }] });
  });
});

describe('the report', () => {
  test('gives the reason for every file that is not listed', async () => {
    await bed.write(1, [user('hello')]);
    await bed.write(2, '');
    await bed.write(3, [{ type: 'file-history-snapshot', snapshot: {} }]);
    await bed.write(4, [user('sub', { isSidechain: true })]);
    await mkdir(bed.path(5));
    execFileSync('mkfifo', [bed.path(6)]);
    await bed.write(1, [user('an older copy', at('2020-01-01T00:00:00.000Z'))], '-other');
    await writeFile(join(bed.folder(), 'agent-abc.jsonl'), jsonl([user('sub')]));
    await writeFile(join(bed.folder(), 'notes.jsonl'), jsonl([user('notes')]));
    await writeFile(join(bed.folder(), 'memory.md'), 'no transcript');
    await symlink('/no/such/file', bed.path(7));
    const { files, listed, skipped } = await bed.index().report();
    expect({ files, listed }).toEqual({ files: 9, listed: 1 });
    const reasons = new Map(skipped.map(({ path, reason }) => [path, reason]));
    expect(Object.fromEntries(reasons)).toEqual({
      [bed.path(2)]: 'empty',
      [bed.path(3)]: 'noMessages',
      [bed.path(4)]: 'subagent',
      [bed.path(5)]: 'notAFile',
      [bed.path(6)]: 'notAFile',
      [bed.path(1, '-other')]: 'duplicate',
      [join(bed.folder(), 'agent-abc.jsonl')]: 'subagent',
      [join(bed.folder(), 'notes.jsonl')]: 'notASession',
    });
  });

  // Root can read every file.
  const names = process.getuid?.() === 0 ? [] : ['lists files without read permission'];
  test.each(names)('%s', async () => {
    await bed.write(1, [user('hello')]);
    await chmod(bed.path(1), 0);
    await mkdir(bed.folder('closed'));
    await chmod(bed.folder('closed'), 0);
    const { listed, skipped } = await bed.index().report();
    await chmod(bed.folder('closed'), 0o700);
    expect(listed).toBe(0);
    expect(skipped).toEqual([
      { path: bed.folder('closed'), reason: 'unreadable' },
      { path: bed.path(1), reason: 'unreadable' },
    ]);
  });

  test('is empty without a sessions folder', async () => {
    const index = bed.index({ configFolder: async () => '/no/such/folder' });
    expect(await index.report()).toEqual({ files: 0, listed: 0, skipped: [] });
  });
});

describe('the list', () => {
  test('has the sessions of all folders, newest first, and fires once for many changes', async () => {
    for (let number = 1; number <= 30; number += 1) {
      const said = at(`2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`);
      await bed.write(number, [user(`number ${number}`, said)], `-folder-${number % 3}`);
    }
    const index = bed.index({ clock: new FakeClock() });
    let told = 0;
    index.onChanged(() => {
      told += 1;
    });
    await Promise.all([index.refresh(), index.refresh()]);
    expect(index.all.map(session => session.id)).toEqual(
      Array.from({ length: 30 }, (_, place) => sessionId(30 - place)),
    );
    expect(told).toBe(1);
    await index.refresh();
    expect(told).toBe(1);
    await rm(bed.path(30, '-folder-0'));
    await index.refresh();
    expect(index.get(sessionId(30))).toBeUndefined();
    expect(index.get(sessionId(29))?.title).toBe('number 29');
    expect(told).toBe(2);
  });

  test('recovers once the configuration folder can be found', async () => {
    let isThere = false;
    await bed.write(1, [user('hello')]);
    const index = bed.index({
      configFolder: async () => {
        if (!isThere) {
          throw new Error('no CLI');
        }
        return bed.config;
      },
    });
    await expect(index.refresh()).rejects.toThrow('no CLI');
    isThere = true;
    expect(await index.refresh()).toHaveLength(1);
  });
});

describe('cached session data', () => {
  /**
   * Replaces the content but keeps size and time, so that only a list that reads it again changes.
   */
  async function swapUnseen(number: number, text: string): Promise<void> {
    const { mtime, size } = await stat(bed.path(number));
    await writeFile(bed.path(number), text.slice(0, size).padEnd(size));
    await utimes(bed.path(number), mtime, mtime);
  }

  const settle = async (number: number) => {
    // A time without fractions, which can be restored exactly.
    const time = new Date('2026-06-01T00:00:00.000Z');
    await utimes(bed.path(number), time, time);
  };

  test('is reused, even after a restart, until the file changes', async () => {
    const cachePath = join(bed.config, 'cache.json');
    await bed.write(1, [user('hello'), named('Before')]);
    await settle(1);
    const index = bed.index({ cachePath });
    await index.refresh();
    await swapUnseen(1, jsonl([user('hello'), named('Behind')]));
    await index.refresh();
    expect(index.all[0]?.title).toBe('Before');
    index.dispose();

    const next = bed.index({ cachePath });
    expect((await next.refresh())[0]?.title).toBe('Before');
    await bed.append(1, [named('After')]);
    expect((await next.refresh())[0]?.title).toBe('After');
    next.dispose();
    expect((await bed.index({ cachePath }).refresh())[0]?.title).toBe('After');
  });

  test.each([
    ['invalid JSON', '{"version":1,"da'],
    ['of another version', '{"version":99,"data":{}}'],
    ['of another shape', '{"version":1,"data":{"/a":{"size":"big"}}}'],
  ])('is discarded if the file is %s', async (_, text) => {
    const cachePath = join(bed.config, 'cache.json');
    await writeFile(cachePath, text);
    await bed.write(1, [user('hello')]);
    const index = bed.index({ cachePath });
    expect(await index.refresh()).toHaveLength(1);
    index.dispose();
    expect(JSON.parse(await readFile(cachePath, 'utf8')).data).toHaveProperty([bed.path(1)]);
    const left = execFileSync('ls', [bed.config], { encoding: 'utf8' });
    expect(left.trim().split('\n').sort()).toEqual(['cache.json', 'projects']);
  });
});

/** A clock without periodic refreshes, so that only file watching remains. */
class EventClock extends FakeClock {
  override setTimeout(fire: () => void, delay: number) {
    return delay < 5_000 ? super.setTimeout(fire, delay) : { dispose: () => undefined };
  }
}

describe('a watched list', () => {
  /** Releases batched events until the list meets the condition. */
  async function until(index: SessionIndex, clock: FakeClock, isThere: () => boolean) {
    const done = new Deferred<void>();
    const listener = index.onChanged(() => isThere() && done.resolve());
    // File system events arrive in real time; everything else uses the fake clock.
    const timer = setInterval(() => clock.advance(400), 10);
    try {
      await (isThere() ? undefined : done.promise);
    } finally {
      clearInterval(timer);
      listener.dispose();
    }
  }

  test('notices appended, new and removed sessions, and new folders', async () => {
    const clock = new EventClock();
    await bed.write(1, [user('one')]);
    const index = bed.index({ clock });
    index.watch();
    const titles = () => index.all.map(session => session.title).sort();
    await until(index, clock, () => titles().join() === 'one');
    await bed.append(1, [named('first')]);
    await until(index, clock, () => titles().join() === 'first');
    await bed.write(2, [user('two')]);
    await until(index, clock, () => titles().join() === 'first,two');
    await bed.write(3, [user('three')], '-elsewhere');
    await until(index, clock, () => titles().join() === 'first,three,two');
    await appendFile(bed.path(3, '-elsewhere'), jsonl([named('third')]));
    await until(index, clock, () => titles().join() === 'first,third,two');
    await rm(bed.path(1));
    await until(index, clock, () => titles().join() === 'third,two');
  });

  test('misses nothing written between its first scan and its watchers', async () => {
    const clock = new EventClock();
    await bed.write(1, [user('one')]);
    const index = bed.index({ clock });
    const listener = index.onChanged(() => {
      listener.dispose();
      writeFileSync(bed.path(2), jsonl([user('two')]));
    });
    index.watch();
    await until(index, clock, () => index.all.length === 2);
  });

  test('polls for changes that cannot be watched', async () => {
    const clock = new FakeClock();
    await bed.write(2, [user('two')]);
    await mkdir(join(bed.folder(), sessionId(2)));
    const index = bed.index({ clock });
    index.watch();
    await until(index, clock, () => index.get(sessionId(2))?.isArchived === false);
    await writeFile(join(bed.folder(), sessionId(2), 'archived.json'), '{"archived":true}');
    await until(index, clock, () => index.get(sessionId(2))?.isArchived === true);
  });

  test('polls while there is nothing to watch yet', async () => {
    const clock = new FakeClock();
    await rm(join(bed.config, 'projects'), { recursive: true });
    const index = bed.index({ clock });
    index.watch();
    await index.refresh();
    await bed.write(1, [user('first of all')]);
    await until(index, clock, () => index.all.length === 1);
  });

  test('is quiet once disposed', async () => {
    const clock = new FakeClock();
    const index = bed.index({ clock });
    index.watch();
    await index.refresh();
    index.dispose();
    expect(clock.waiting).toEqual([]);
  });
});

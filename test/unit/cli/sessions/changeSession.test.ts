import { execFileSync } from 'node:child_process';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renameSession, setArchived } from '../../../../src/cli/sessions/changeSession';
import { SessionTrash } from '../../../../src/cli/sessions/sessionTrash';
import { FakeClock } from '../../node/fakeClock';
import { assistant, jsonl, SessionBed, sessionId, user } from './sessionBed';

let bed: SessionBed;

beforeEach(async () => {
  bed = await SessionBed.make();
  await bed.write(1, [user('hello'), assistant('hi')]);
});

afterEach(() => bed.dispose());

const day = 24 * 60 * 60 * 1000;

describe('renaming', () => {
  test("appends the CLI's title line", async () => {
    const before = await readFile(bed.path(1), 'utf8');
    expect(await renameSession(await bed.only(), '  A "name"\n of\u202E two lines ')).toBe(
      'A "name" of two lines',
    );
    expect(await readFile(bed.path(1), 'utf8')).toBe(
      `${before}{"type":"custom-title","customTitle":"A \\"name\\" of two lines","sessionId":"${sessionId(1)}"}\n`,
    );
    expect(await bed.only()).toMatchObject({ title: 'A "name" of two lines', isNamed: true });
  });

  test('leaves an incomplete line alone', async () => {
    await appendFile(bed.path(1), '{"type":"assis');
    await renameSession(await bed.only(), 'Whole');
    const lines = (await readFile(bed.path(1), 'utf8')).split('\n');
    expect(lines.slice(2)).toEqual(['{"type":"assis', expect.stringContaining('Whole'), '']);
    expect((await bed.only()).title).toBe('Whole');
  });

  test('rejects a missing session and an empty name', async () => {
    const session = await bed.only();
    await expect(renameSession(session, ' \u200B\n')).rejects.toMatchObject({
      code: 'session.emptyTitle',
    });
    await rm(session.path);
    await expect(renameSession(session, 'Name')).rejects.toMatchObject({ code: 'session.absent' });
    expect(await readdir(bed.folder())).toEqual([]);
  });

  test('does not change the time of the session', async () => {
    const yesterday = new Date(Date.now() - day);
    await utimes(bed.path(1), yesterday, yesterday);
    const { at } = await bed.only();
    await renameSession(await bed.only(), 'Name');
    expect(await bed.only()).toMatchObject({ at, title: 'Name' });
    expect(Math.abs((await stat(bed.path(1))).mtimeMs - yesterday.getTime())).toBeLessThan(1000);
  });
});

describe('archiving', () => {
  test('creates a file next to the session, and removes it when undone', async () => {
    const session = await bed.only();
    await setArchived(session, true, new Date(0));
    const path = join(bed.folder(), sessionId(1), 'archived.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      archived: true,
      at: '1970-01-01T00:00:00.000Z',
    });
    expect((await bed.only()).isArchived).toBe(true);
    await setArchived(session, false, new Date(0));
    await setArchived(session, false, new Date(0));
    expect((await bed.only()).isArchived).toBe(false);
    expect(await readdir(bed.folder())).toEqual([`${sessionId(1)}.jsonl`]);
  });

  test('keeps other files in the folder when undone', async () => {
    const folder = join(bed.folder(), sessionId(1));
    await mkdir(folder);
    await writeFile(join(folder, 'custom-title.json'), '{}');
    await setArchived(await bed.only(), true, new Date(0));
    await setArchived(await bed.only(), false, new Date(0));
    expect(await readdir(folder)).toEqual(['custom-title.json']);
  });
});

describe('the trash', () => {
  let clock: FakeClock;
  let trash: SessionTrash;

  beforeEach(async () => {
    clock = new FakeClock();
    trash = new SessionTrash(join(bed.config, 'trash'), clock);
    const beside = join(bed.folder(), sessionId(1), 'subagents');
    await mkdir(beside, { recursive: true });
    await writeFile(join(beside, 'agent-1.jsonl'), 'subagent');
    const ofIt = { sessionId: sessionId(1), isSidechain: true };
    const ofAnother = { sessionId: sessionId(9), isSidechain: true };
    await writeFile(join(bed.folder(), 'agent-old1.jsonl'), jsonl([ofIt]));
    await writeFile(join(bed.folder(), 'agent-old2.jsonl'), jsonl([ofAnother]));
  });

  const tree = () =>
    execFileSync('sh', ['-c', 'find . -type f | sort | xargs sha256sum'], {
      cwd: join(bed.config, 'projects'),
      encoding: 'utf8',
    });

  test('takes all files of a session and restores them unchanged', async () => {
    const before = tree();
    const entry = await trash.remove(await bed.only());
    expect(await readdir(bed.folder())).toEqual(['agent-old2.jsonl']);
    expect(await bed.list()).toEqual([]);
    expect(await new SessionTrash(join(bed.config, 'trash'), clock).entries()).toEqual([entry]);
    expect(entry).toMatchObject({ sessionId: sessionId(1), title: 'hello' });
    await rm(bed.folder(), { recursive: true });
    await bed.write(9, [user('other')]);
    await rm(bed.path(9));
    await writeFile(
      join(bed.folder(), 'agent-old2.jsonl'),
      jsonl([{ sessionId: sessionId(9), isSidechain: true }]),
    );
    await trash.restore(entry);
    expect(tree()).toBe(before);
    expect(await trash.entries()).toEqual([]);
    await expect(trash.restore(entry)).rejects.toMatchObject({ code: 'session.absent' });
  });

  test('never overwrites a session created since', async () => {
    const entry = await trash.remove(await bed.only());
    await bed.write(1, [user('another one')]);
    await expect(trash.restore(entry)).rejects.toMatchObject({ code: 'file.exists' });
    expect((await bed.only()).title).toBe('another one');
    await rm(bed.path(1));
    await trash.restore(entry);
    expect((await bed.only()).title).toBe('hello');
    expect(await readdir(join(bed.folder(), sessionId(1), 'subagents'))).toEqual(['agent-1.jsonl']);
  });

  test('is purged of entries older than 30 days, readable or not', async () => {
    const old = await trash.remove(await bed.only());
    clock.advance(20 * day);
    await bed.write(2, [user('later')]);
    const later = await trash.remove(await bed.only());
    clock.advance(10 * day);
    expect(await trash.empty()).toEqual([]);
    expect(await trash.entries()).toEqual([later, old]);
    clock.advance(1);
    expect(await trash.empty()).toEqual([sessionId(1)]);
    expect(await trash.entries()).toEqual([later]);
    await writeFile(join(bed.config, 'trash', later.id, 'entry.json'), '{"version":1}');
    expect(await trash.entries()).toEqual([]);
    await trash.empty();
    expect(await readdir(join(bed.config, 'trash'))).toEqual([later.id]);
    clock.advance(Date.now() + 31 * day);
    await trash.empty();
    expect(await readdir(join(bed.config, 'trash'))).toEqual([]);
  });

  test('does not report a purged session that exists again', async () => {
    await trash.remove(await bed.only());
    await bed.write(1, [user('again')]);
    clock.advance(31 * day);
    expect(await trash.empty()).toEqual([]);
    expect(await trash.entries()).toEqual([]);
  });

  test('moves nothing if the session cannot be moved', async () => {
    const session = await bed.only();
    const before = tree();
    const blocked = { ...session, path: join(bed.folder(), 'x', `${session.id}.jsonl`) };
    await expect(trash.remove(blocked)).rejects.toMatchObject({ code: 'session.absent' });
    expect(await readdir(join(bed.config, 'trash'))).toEqual([]);
    expect(tree()).toBe(before);
  });

  test('ignores a manifest with relative paths', async () => {
    const entry = await trash.remove(await bed.only());
    const manifest = join(bed.config, 'trash', entry.id, 'entry.json');
    const stored = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify({ ...stored, moved: ['relative/path.jsonl'] }));
    expect(await trash.entries()).toEqual([]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { MentionUses } from '../../../../../src/host/mentions/files/mentionUses';
import { FakeClock } from '../../../node/fakeClock';

let folder: string;
let clock: FakeClock;
const open = () => new MentionUses(join(folder, 'uses.json'), clock, silentLog);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mention-uses-'));
  clock = new FakeClock();
});
afterEach(() => rm(folder, { recursive: true }));

it('remembers, and forgets slowly', async () => {
  await open().add('/w', ['a.ts', 'b.ts']);
  await open().add('/w', ['a.ts']);
  expect(await open().of('/w')).toEqual({ 'a.ts': 2, 'b.ts': 1 });
  clock.advance(14 * 24 * 60 * 60_000);
  expect(await open().of('/w')).toEqual({ 'a.ts': 1, 'b.ts': 0.5 });
  expect(await open().of('/other')).toEqual({});
  expect(await open().of('__proto__')).toEqual({});
});

it('stays small', async () => {
  const uses = open();
  await uses.add(
    '/w',
    Array.from({ length: 400 }, (_, at) => `${at}.ts`),
  );
  const kept = Object.keys(await uses.of('/w'));
  expect(kept).toHaveLength(300);
  expect(kept).toContain('399.ts');
});

it('starts anew from a file that cannot be read', async () => {
  await writeFile(join(folder, 'uses.json'), '{"version":1,"data":{"/w":5}}');
  expect(await open().of('/w')).toEqual({});
});

it('counts the mentions of all windows', async () => {
  const [here, there] = [open(), open()];
  expect([await here.of('/w'), await there.of('/w')]).toEqual([{}, {}]);
  await here.add('/w', ['a.ts']);
  await Promise.all([there.add('/w', ['a.ts', 'b.ts']), here.add('/w', ['b.ts'])]);
  expect(await here.of('/w')).toEqual({ 'a.ts': 2, 'b.ts': 2 });
  expect(await there.of('/w')).toEqual({ 'a.ts': 2, 'b.ts': 2 });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Handover } from '../../../../src/host/sessions/handover';
import { hasHandover } from '../../../../src/host/sessions/handoverPath';
import { sessionId } from './rows';

let storage: string;

beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'tandem-handover-'));
});
afterEach(() => rm(storage, { recursive: true, force: true }));

test('a handover is taken once, by the window that has the folder', async () => {
  const handover = new Handover(storage);
  await handover.leave('/b', sessionId('s'), 1_000);
  expect(hasHandover(storage)).toBe(true);
  expect(await handover.take(['/a'], 2_000)).toBeUndefined();
  expect(await handover.take(['/a', '/b'], 2_000)).toBe('s');
  expect(await handover.take(['/b'], 2_000)).toBeUndefined();
  expect(hasHandover(storage)).toBe(false);
});

test('expired and invalid handovers are discarded', async () => {
  const handover = new Handover(storage);
  await handover.leave('/b', sessionId('s'), 0);
  expect(await handover.take(['/b'], 10 * 60_000)).toBeUndefined();
  expect(hasHandover(storage)).toBe(false);
  await writeFile(join(storage, 'handover.json'), '{"version":1,"fol');
  expect(await handover.take(['/b'], 0)).toBeUndefined();
  expect(hasHandover(storage)).toBe(false);
});

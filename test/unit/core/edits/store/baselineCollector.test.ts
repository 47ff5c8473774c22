import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { BaselineCollector } from '../../../../../src/core/edits/store/baselineCollector';
import { BlobFiles, digest, encodeContent } from '../../../../../src/core/edits/store/blobFiles';
import { systemClock } from '../../../../../src/node/systemClock';

const day = 24 * 3_600_000;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'collector-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('a reservation during a collection gets room as well', async () => {
  const files = new BlobFiles(root);
  const then = (Date.now() - day) / 1000;
  for (let count = 0; count < 5; count += 1) {
    const bytes = randomBytes(2_000);
    await files.write(digest(bytes), await encodeContent(bytes));
  }
  for (const { path } of await files.list()) await utimes(path, then, then);

  const late: Promise<void>[] = [];
  const collector = new BaselineCollector(files, {
    limits: () => ({ maxSize: 10_000, maxAge: 30 * day }),
    pinned: async () => {
      // Runs when the first content has been removed; the contents to remove are already chosen.
      if (late.length === 0) setImmediate(() => late.push(collector.reserve(3_000)));
      return new Set();
    },
    clock: systemClock,
    log: silentLog,
  });
  await collector.reserve(6_000);
  expect(late).toHaveLength(1);
  await Promise.all(late);
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readIndex, writeIndex } from '../../../../../src/core/codeIndex/store/indexFile';
import { SegmentBuilder } from '../../../../../src/core/codeIndex/store/segmentBuilder';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'index-file-'));
  path = join(folder, 'kept');
});
afterEach(() => rm(folder, { recursive: true }));

function segment(name: string) {
  const builder = new SegmentBuilder();
  builder.add(
    { path: name, time: 1.25, size: 7, length: 3 },
    new Map([
      [5, 2],
      [900, 0.5],
    ]),
  );
  builder.add({ path: `${name} ä\n`, time: 2, size: 8, length: 1 }, new Map([[5, 1]]));
  return builder.build();
}

it('reads what it has written', async () => {
  const [one, two] = [segment('a'), segment('b')];
  one.remove(1);
  await writeIndex(path, '/root', [one, two]);
  const found = await readIndex(path, '/root');
  expect(found?.map(({ data }) => data)).toEqual([one.data, two.data]);
  expect(found?.map(({ liveCount }) => liveCount)).toEqual([1, 2]);
});

it('holds no word of a file', async () => {
  await writeIndex(path, '/root', [segment('a')]);
  const text = (await readFile(path)).toString('latin1');
  expect(text).toContain('"paths":["a"');
  expect(text).not.toContain('secret');
});

it('takes nothing from another root, version, or a damaged file', async () => {
  expect(await readIndex(path, '/root')).toBeUndefined();
  await writeIndex(path, '/root', [segment('a')]);
  expect(await readIndex(path, '/other')).toBeUndefined();
  const bytes = await readFile(path);
  for (let at = 0; at < bytes.length; at += 7) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(path, damaged);
    expect(await readIndex(path, '/root'), `byte ${at}`).toBeUndefined();
  }
  for (const length of [0, 10, 60, bytes.length - 1]) {
    await writeFile(path, bytes.subarray(0, length));
    expect(await readIndex(path, '/root'), `length ${length}`).toBeUndefined();
  }
});

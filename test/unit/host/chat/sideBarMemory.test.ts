import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { ChannelId } from '../../../../src/contract/ids';
import { SideBarMemory } from '../../../../src/host/chat/sideBarMemory';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidebar-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const id = (name: string) => name as ChannelId;
const memory = () => new SideBarMemory(join(folder, 'sideBar.json'), silentLog);

it('remembers what each of two windows on one folder shows', async () => {
  const [one, two] = [memory(), memory()];
  await one.save('/a', id('first'));
  await two.save('/a', id('second'));
  await one.save('/b', id('other'));
  expect(await one.read('/a')).toEqual(['second', 'first']);
  await one.save('/a', id('first'));
  expect(await two.read('/a')).toEqual(['first', 'second']);
  for (let index = 0; index < 20; index += 1) {
    await two.save('/a', id(`more ${index}`));
  }
  expect(await one.read('/a')).toHaveLength(8);
});

it('reads the format of an earlier version', async () => {
  const stored = { version: 1, data: { byFolder: { '/a': 'only' } } };
  await writeFile(join(folder, 'sideBar.json'), JSON.stringify(stored));
  expect(await memory().read('/a')).toEqual(['only']);
  expect(await memory().read('/b')).toEqual([]);
});

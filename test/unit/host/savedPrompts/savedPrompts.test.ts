import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { type Draft, emptyDraft } from '../../../../src/contract/draft';
import { SavedPrompts } from '../../../../src/host/savedPrompts/savedPrompts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-saved-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openSaved = () => new SavedPrompts(join(folder, 'deep', 'prompts.json'), silentLog);
const draftOf = (text: string): Draft => ({
  ...{ text, images: [] },
  mentions: [{ token: '@a', label: 'a', target: { kind: 'file', path: 'a' } }],
  attachments: [{ id: '1', name: 'p', kind: 'text', origin: 'paste', text: 'long' }],
});

it('keeps prompts with their mentions by name, for all windows', async () => {
  const here = openSaved();
  const there = openSaved();
  await here.save({ name: 'b', draft: draftOf('@a 1') });
  await there.save({ name: 'a', draft: draftOf('@a 2') });
  await here.save({ name: 'b', draft: draftOf('@a 3') });
  expect(await there.list()).toEqual([
    { name: 'a', draft: draftOf('@a 2') },
    { name: 'b', draft: draftOf('@a 3') },
  ]);
  await here.rename('a', 'c');
  await there.rename('c', 'b');
  expect(await openSaved().list()).toEqual([{ name: 'b', draft: draftOf('@a 2') }]);
  await there.remove('b');
  expect(await here.list()).toEqual([]);
});

it('puts drafts aside and brings the newest back first', async () => {
  const saved = openSaved();
  await expect(saved.stash(emptyDraft)).rejects.toMatchObject({ code: 'message.noneStashed' });
  expect(await saved.stash(draftOf('one'))).toEqual(emptyDraft);
  expect(await saved.stash(draftOf('two'))).toEqual(emptyDraft);
  const later = openSaved();
  expect(await later.stash(emptyDraft)).toEqual(draftOf('two'));
  expect(await saved.stash(emptyDraft)).toEqual(draftOf('one'));
  await expect(saved.stash(emptyDraft)).rejects.toMatchObject({ code: 'message.noneStashed' });
});

it('keeps drafts that two windows put aside at the same moment', async () => {
  const [here, there] = [openSaved(), openSaved()];
  const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
  await Promise.all(
    texts.map((text, index) => (index % 2 === 0 ? here : there).stash(draftOf(text))),
  );
  const back: string[] = [];
  for (const _ of texts) {
    back.push((await here.stash(emptyDraft)).text);
  }
  expect(back.sort()).toEqual([...texts].sort());
});

it('refuses a draft that it cannot store beside the prompts of a newer version', async () => {
  const path = join(folder, 'deep', 'prompts.json');
  await mkdir(join(folder, 'deep'));
  await writeFile(path, '{"version":2,"data":{}}');
  const saved = openSaved();
  const error = { code: 'message.newerFile' };
  await expect(saved.stash(draftOf('precious'))).rejects.toMatchObject(error);
  await expect(saved.save({ name: 'a', draft: draftOf('1') })).rejects.toMatchObject(error);
  expect(await saved.list()).toEqual([]);
  // Nothing of the user's is at stake.
  await expect(saved.stash(emptyDraft)).rejects.toMatchObject({ code: 'message.noneStashed' });
  expect(await readFile(path, 'utf8')).toBe('{"version":2,"data":{}}');
});

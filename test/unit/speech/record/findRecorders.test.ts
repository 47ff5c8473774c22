import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRecorders, knownRecorders } from '../../../../src/speech/record/findRecorders';
import { recorderArguments, recorderNames } from '../../../../src/speech/record/recorders';

let folder = '';
const search = () => ({ env: { PATH: folder }, platform: 'linux', execPath: '/node' }) as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-recorders-'));
  for (const name of ['sox', 'arecord']) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true }));

it('finds the recorders on PATH, best first, with their arguments', async () => {
  const found = await knownRecorders(search());
  expect(found.map(({ name }) => name)).toEqual(['arecord', 'sox']);
  expect(found[0]).toMatchObject({
    command: join(folder, 'arecord'),
    args: recorderArguments('arecord', 'linux'),
  });
  expect(await findRecorders('auto', search())).toEqual(found);
  expect(await findRecorders('auto', { ...search(), env: {} })).toEqual([]);
});

it('takes the one that the setting names, or its command', async () => {
  expect(await findRecorders('sox', search())).toMatchObject([{ name: 'sox' }]);
  const own = await findRecorders([join(folder, 'sox'), 'a b', '$HOME'], search());
  expect(own).toMatchObject([{ command: join(folder, 'sox'), args: ['a b', '$HOME'] }]);
});

it.each([['ffmpeg' as const], [['nobody', '-x']], [['./sox']]])(
  'says what to correct if %j is not there',
  async setting => {
    await expect(findRecorders(setting, search())).rejects.toMatchObject({
      code: 'speech.absent',
      message: expect.stringContaining('tandem.speech.recorder'),
    });
  },
);

it('says so if the one that the setting names cannot record on this system', async () => {
  await expect(findRecorders('arecord', { ...search(), platform: 'darwin' })).rejects.toMatchObject(
    {
      code: 'speech.cannotRecord',
      message: expect.stringContaining('tandem.speech.recorder'),
    },
  );
});

it.each([
  ['linux', ['parec', 'arecord', 'sox', 'ffmpeg']],
  ['darwin', ['sox', 'ffmpeg']],
  ['win32', ['sox']],
] as const)('knows on %s how to record with %j, as raw sound of one form', (platform, names) => {
  const able = recorderNames.filter(name => recorderArguments(name, platform));
  expect(able).toEqual(names);
  for (const name of able) {
    expect(recorderArguments(name, platform)?.join(' ')).toMatch(/16000/);
  }
});

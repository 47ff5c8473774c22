import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { silentLog } from '../../src/base/log';
import type { SpeechEvent } from '../../src/contract/speech';
import { systemClock } from '../../src/node/systemClock';
import { Dictation } from '../../src/speech/dictation';
import { requireCommand } from '../../src/speech/findCommand';
import { presets } from '../../src/speech/recognize/presets';
import { joined, sentences, speak, toWav } from '../support/speech/spoken';
import { asCommand, recorderCommand } from '../support/speech/standIns';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-speech-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('PocketSphinx, as the set-up configures it, shows a sentence while the next one is spoken', async () => {
  const preset = presets.find(({ id }) => id === 'pocketsphinxContinuous');
  if (!preset) {
    throw new Error('There is no such preset');
  }
  const path = join(folder, 'two.wav');
  const spoken = await Promise.all(sentences.slice(0, 2).map(text => speak(text, 'en-us')));
  await writeFile(path, toWav(joined([...spoken, new Int16Array(32_000)])));
  const { env, platform, execPath } = process;
  const heard = new Deferred<string>();
  const done = new Deferred<SpeechEvent>();
  const dictation = new Dictation({
    recorders: [asCommand(recorderCommand(path, '2'), 'recorder')],
    recognizer: {
      ...(await requireCommand(preset.argv(''), '', { env, platform, execPath })),
      input: preset.input,
    },
    values: async () => ({ language: 'en', locale: 'en-US', words: '' }),
    onEvent: event => {
      if (event.kind === 'heard') {
        heard.resolve(event.text);
      } else if (event.kind === 'done' || event.kind === 'failed') {
        done.resolve(event);
      }
    },
    ...{ platform, cwd: tmpdir(), clock: systemClock, log: silentLog },
  });
  const first = await heard.promise;
  expect(first).toMatch(/^[a-z' ]+$/);
  expect(done.settled).toBe(false);
  dictation.finish();
  const end = await done.promise;
  expect(end.kind === 'done' && end.text.startsWith(first)).toBe(true);
  await dictation.ended;
});

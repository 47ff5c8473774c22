import { expect, it } from 'vitest';
import type { SettingKey, Settings } from '../../../../src/host/contributed';
import { speechSettings } from '../../../../src/host/speech/speechSettings';

const defaults = {
  'tandem.speech.recorder': 'auto',
  'tandem.speech.recognizer': [],
  'tandem.speech.recognizerInput': 'wav',
  'tandem.speech.language': '',
};

/** Reads values that the user has written, which may be anything. */
function read(values: Record<string, unknown>, voice: unknown = 'auto', editor = 'de') {
  const all: Record<string, unknown> = { ...defaults, ...values };
  const get = <K extends SettingKey>(key: K) => all[key] as Settings[K];
  return speechSettings({ get }, { voice, editor });
}

it.each([
  [{}, undefined, 'de'],
  [{}, 'fr-FR', 'fr-FR'],
  [{ 'tandem.speech.language': 'en-GB' }, 'fr-FR', 'en-GB'],
  [{ 'tandem.speech.language': '--model=en' }, 'auto', 'de'],
  [{ 'tandem.speech.language': 7 }, 7, 'de'],
])('takes the language from the settings %j and %s: %s', (values, voice, locale) => {
  expect(read(values, voice).locale).toBe(locale);
});

it('falls back to English for an editor whose language has no such form', () => {
  expect(read({}, 'auto', 'qps-ploc-').locale).toBe('en');
});

it.each([
  ['auto', 'auto'],
  ['arecord', 'arecord'],
  ['rm -rf /', 'auto'],
  [
    ['my recorder', '-x'],
    ['my recorder', '-x'],
  ],
  [['a', 1], 'auto'],
  [['a\0b'], 'auto'],
  [[], 'auto'],
  [null, 'auto'],
])('reads the recorder %j as %j', (value, recorder) => {
  expect(read({ 'tandem.speech.recorder': value }).recorder).toEqual(recorder);
});

it.each([
  [['whisper-cli', '-f', 'x'], 'pcm', { recognizer: ['whisper-cli', '-f', 'x'], input: 'pcm' }],
  ['whisper-cli', 'mp3', { recognizer: [], input: 'wav' }],
  [{ 0: 'a' }, 1, { recognizer: [], input: 'wav' }],
])('reads the recognizer %j with %j', (recognizer, input, expected) => {
  const values = {
    'tandem.speech.recognizer': recognizer,
    'tandem.speech.recognizerInput': input,
  };
  expect(read(values)).toMatchObject(expected);
});

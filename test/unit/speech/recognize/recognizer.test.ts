import { expect, it } from 'vitest';
import { presets, recorderInstall } from '../../../../src/speech/recognize/presets';
import { asksFor, filledIn, placeholderOf } from '../../../../src/speech/recognize/recognizer';

const values = { language: 'en', locale: 'en-US', words: 'read${file}me, $1 $& two' };

it('puts values into arguments, each of which stays one, and nothing into values', () => {
  const args = [placeholderOf('words'), `-l=${placeholderOf('language')}`, '$HOME ${other}'];
  expect(filledIn(args, { ...values, file: '/a b' })).toEqual([
    'read${file}me, $1 $& two',
    '-l=en',
    '$HOME ${other}',
  ]);
  expect(filledIn([placeholderOf('file')], values)).toEqual([placeholderOf('file')]);
  expect([asksFor(args, 'words'), asksFor(args, 'file')]).toEqual([true, false]);
});

it('gives each recognizer that it knows the sound in one way', () => {
  for (const { argv, input, program, model } of presets) {
    const args = argv('/model');
    expect(asksFor(args, 'file')).toBe(input === 'wav');
    expect(args.join(' ')).toContain(program);
    expect(args.includes('/model')).toBe(model !== undefined);
  }
});

it('names a command that installs a recorder on each system', () => {
  const systems = ['linux', 'darwin', 'win32'] as const;
  expect(new Set(systems.map(recorderInstall)).size).toBe(3);
});

import { expect, it } from 'vitest';
import { storedEntry } from '../../../../src/cli/sessions/storedEntry';

const entry = { size: 1, mtime: 2, found: { cwd: '/a', firstPrompt: 'b', saidAt: 3, costUsd: 0 } };

it('reads what was kept', () => {
  expect(storedEntry({ ...entry, later: true })).toEqual(entry);
  expect(storedEntry({ ...entry, found: {} })).toEqual({ ...entry, found: {} });
  expect(storedEntry({ ...entry, found: 'noMessages' })).toEqual({ ...entry, found: 'noMessages' });
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'entry'],
  ['a list', [entry]],
  ['a size that is a text', { ...entry, size: '1' }],
  ['no time', { ...entry, mtime: undefined }],
  ['no facts', { ...entry, found: undefined }],
  ['facts of null', { ...entry, found: null }],
  ['a list of facts', { ...entry, found: [] }],
  ['an unknown reason', { ...entry, found: 'toString' }],
  ['a folder that is a number', { ...entry, found: { cwd: 1 } }],
  ['a folder of null', { ...entry, found: { cwd: null } }],
  ['a time that is a text', { ...entry, found: { saidAt: '3' } }],
])('reads the transcript again for %s', (_, data) => {
  expect(storedEntry(data)).toBeUndefined();
});

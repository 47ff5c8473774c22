import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readLaunchSettings } from '../../../../src/host/agent/readLaunchSettings';
import type { Settings } from '../../../../src/host/contributed';

const cwd = resolve('/project/app');
const other = resolve('/project/lib');

/** Reads with these values; all others are unset. */
function read(values: Partial<Settings>, roots: readonly string[] = []) {
  const all: Partial<Settings> = { 'tandem.additionalDirectories': [], ...values };
  const settings = {
    get: <K extends keyof Settings>(key: K) => all[key] as Settings[K],
    isSet: (key: keyof Settings) => key in values,
  };
  return readLaunchSettings(settings, cwd, roots);
}

test('settings are passed on as they are, and none that does not concern the start', () => {
  const values = {
    'tandem.model': 'opus',
    'tandem.cli.args': ['--verbose'],
    'tandem.cli.env': { HTTP_PROXY: null },
    'tandem.permissions.initialMode': 'plan',
    'tandem.diff.open': 'never',
  } as const;
  const { 'tandem.diff.open': _, ...expected } = values;
  const launch = read(values as Partial<Settings>);
  expect(launch).toMatchObject(expected);
  expect(launch).not.toHaveProperty(['tandem.diff.open']);
});

test('a mode that the user has not chosen is left to the settings of Claude Code', () => {
  const launch = read({});
  expect(launch).not.toHaveProperty(['tandem.permissions.initialMode']);
});

test('other roots of the workspace are added only if the setting says so', () => {
  const roots = [cwd, other];
  expect(read({}, roots)['tandem.additionalDirectories']).toEqual([]);
  const added = read({ 'tandem.folder.addOtherRoots': true }, roots);
  expect(added['tandem.additionalDirectories']).toEqual([other]);
});

test('relative folders start at the folder of the conversation, and precede other roots', () => {
  const values = {
    'tandem.folder.addOtherRoots': true,
    'tandem.additionalDirectories': ['../docs', other, 'generated'],
  };
  expect(read(values, [cwd, resolve('/project/tools')])['tandem.additionalDirectories']).toEqual([
    resolve('/project/docs'),
    other,
    resolve('/project/app/generated'),
    resolve('/project/tools'),
  ]);
});

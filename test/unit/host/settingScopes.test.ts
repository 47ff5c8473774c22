import { expect, it } from 'vitest';
import type { SettingKey } from '../../../src/host/contributed';
import {
  effectiveValue,
  ignoredValue,
  isSetByWorkspace,
  restrictedValue,
} from '../../../src/host/settingScopes';

it('reads a restricted setting from user or remote settings, else the default', () => {
  const found = { defaultValue: '', workspaceValue: './evil', workspaceFolderValue: './worse' };
  expect(restrictedValue(found)).toBe('');
  expect(restrictedValue({ ...found, globalValue: '/bin/claude' })).toBe('/bin/claude');
  expect(restrictedValue({ globalValue: false, defaultValue: true })).toBe(false);
  expect(restrictedValue(undefined)).toBeUndefined();
});

it('reports values of the workspace and of a folder, even empty ones', () => {
  expect(isSetByWorkspace({ defaultValue: '', globalValue: '/bin/claude' })).toBe(false);
  expect(isSetByWorkspace({ workspaceValue: '' })).toBe(true);
  expect(isSetByWorkspace({ workspaceFolderValue: false })).toBe(true);
  expect(isSetByWorkspace(undefined)).toBe(false);
});

const value = (key: SettingKey, own: unknown, workspace: unknown, folder?: unknown) =>
  effectiveValue(key, {
    globalValue: own,
    workspaceValue: workspace,
    workspaceFolderValue: folder,
  });

it('unites lists of what is denied', () => {
  const key = 'tandem.permissions.disallowedTools';
  expect(value(key, ['A'], [])).toEqual(['A']);
  expect(value(key, ['A'], ['B', 'A'], ['C'])).toEqual(['A', 'B', 'C']);
  expect(value(key, undefined, ['Bash(a, b)'])).toEqual(['Bash(a, b)']);
});

it('takes the smaller limit', () => {
  expect(value('tandem.limits.maxTurns', 5, 9)).toBe(5);
  expect(value('tandem.limits.maxTurns', 5, 3, 2)).toBe(2);
  expect(value('tandem.limits.maxTurns', undefined, 3)).toBe(3);
  expect(value('tandem.processes.sleepAfterMinutes', 30, 0)).toBe(30);
  expect(value('tandem.processes.sleepAfterMinutes', 0, 10)).toBe(10);
});

it('leaves a switch on only if nobody turns it off', () => {
  const key = 'tandem.ide.shareSelection';
  expect([value(key, false, true), value(key, true, false), value(key, true, true)]).toEqual([
    false,
    false,
    true,
  ]);
});

it('shares the least that anybody says', () => {
  const key = 'tandem.context.selection';
  expect([
    value(key, 'always', 'selection'),
    value(key, 'never', 'always'),
    value(key, 'always', 'always', 'never'),
    value(key, 'selection', 'everything'),
  ]).toEqual(['selection', 'never', 'never', 'selection']);
});

it('leaves the tools that both allow', () => {
  expect(value('tandem.tools', ['Read', 'Edit'], ['Edit', 'Bash'])).toEqual(['Edit']);
  expect(value('tandem.tools', ['Read'], ['Bash'])).toEqual(['']);
  expect(value('tandem.tools', ['Read'], ['default'])).toEqual(['Read']);
  expect(value('tandem.tools', ['default'], ['Read'])).toEqual(['Read']);
  expect(value('tandem.tools', null, ['Read'])).toEqual(['Read']);
  expect(value('tandem.tools', [''], ['Read'])).toEqual(['']);
});

it('takes the choice of the innermost scope where a workspace may choose', () => {
  expect(value('tandem.diff.open', 'never', 'focus', 'beside')).toBe('beside');
  expect(value('tandem.diff.open', 'never', 'everywhere')).toBe('never');
});

it('reports what has no effect, with its value', () => {
  const report = (key: SettingKey, workspaceValue: unknown) =>
    ignoredValue(key, { globalValue: 'x', workspaceValue });
  expect(report('tandem.cli.path', './evil')).toEqual({ value: './evil' });
  expect(report('tandem.diff.open', 7)).toEqual({ value: 7 });
  expect(report('tandem.diff.open', 'focus')).toBeUndefined();
  expect(report('tandem.baselines.maxAgeDays', 7)).toBeUndefined();
  expect(report('tandem.limits.maxTurns', undefined)).toBeUndefined();
});

it("keeps the user's limit even where it is malformed", () => {
  expect(value('tandem.permissions.disallowedTools', 'Bash', ['Read'])).toEqual(['Bash', 'Read']);
  expect(value('tandem.tools', 'Read', ['Read', 'Bash'])).toEqual(['Read']);
  expect(value('tandem.limits.maxTurns', '5', 9)).toBe('5');
  expect(value('tandem.ide.shareSelection', 'no', true)).toBe(false);
});

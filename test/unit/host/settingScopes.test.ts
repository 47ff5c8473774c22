import { expect, it } from 'vitest';
import { isSetByWorkspace, restrictedValue } from '../../../src/host/settingScopes';

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

import { expect, it } from 'vitest';
import { defaultFolder, mustAsk, workspaceKey } from '../../../../src/host/gate/folderChoice';

const two = { folders: ['/a', '/b'], active: '/b' };

it('selects the folder of the active editor, else the first one', () => {
  expect(defaultFolder('activeEditor', two)).toBe('/b');
  expect(defaultFolder('activeEditor', { folders: ['/a', '/b'] })).toBe('/a');
  expect(defaultFolder('first', two)).toBe('/a');
  expect(defaultFolder('ask', two)).toBe('/b');
  expect(defaultFolder('activeEditor', { folders: [] })).toBeUndefined();
  const moved = { folders: ['/a', '/b'], last: '/b' };
  expect(defaultFolder('activeEditor', moved)).toBe('/b');
  expect(defaultFolder('activeEditor', { ...moved, active: '/a' })).toBe('/a');
  expect(defaultFolder('first', moved)).toBe('/a');
  expect(defaultFolder('activeEditor', { ...moved, last: '/gone' })).toBe('/a');
});

it('asks only if the setting says so and there is a choice', () => {
  expect(mustAsk('ask', two)).toBe(true);
  expect(mustAsk('ask', { folders: ['/a'] })).toBe(false);
  expect(mustAsk('activeEditor', two)).toBe(false);
});

it('uses one workspace key for any folder order, and a single folder as is', () => {
  expect(workspaceKey(['/b', '/a'])).toBe(workspaceKey(['/a', '/b']));
  expect(workspaceKey(['/a'])).toBe('/a');
  expect(workspaceKey([])).toBeUndefined();
});

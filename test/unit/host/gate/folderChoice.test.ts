import { expect, it } from 'vitest';
import { defaultFolder, mustAsk, workspaceKey } from '../../../../src/host/gate/folderChoice';

const two = { folders: ['/a', '/b'], active: '/b' };

it('begins in the folder of the active editor, else in the first one', () => {
  expect(defaultFolder('activeEditor', two)).toBe('/b');
  expect(defaultFolder('activeEditor', { folders: ['/a', '/b'] })).toBe('/a');
  expect(defaultFolder('first', two)).toBe('/a');
  expect(defaultFolder('ask', two)).toBe('/b');
  expect(defaultFolder('activeEditor', { folders: [] })).toBeUndefined();
});

it('asks only where the setting says so and there is a choice', () => {
  expect(mustAsk('ask', two)).toBe(true);
  expect(mustAsk('ask', { folders: ['/a'] })).toBe(false);
  expect(mustAsk('activeEditor', two)).toBe(false);
});

it('names a workspace alike however its folders are ordered, and one folder by itself', () => {
  expect(workspaceKey(['/b', '/a'])).toBe(workspaceKey(['/a', '/b']));
  expect(workspaceKey(['/a'])).toBe('/a');
  expect(workspaceKey([])).toBeUndefined();
});

import { expect, it } from 'vitest';
import { RememberedFolders } from '../../../../src/host/folders/rememberedFolders';

it('remembers what was added to a folder and where conversations were moved', async () => {
  const values = new Map<string, unknown>();
  const remembered = new RememberedFolders({
    get: <T>(key: string) => values.get(key) as T,
    update: async (key, value) => void values.set(key, value),
  });
  expect(remembered.last).toBeUndefined();
  await remembered.remember('/a', ['/b', '/outside'], false);
  expect(remembered.last).toBeUndefined();
  await remembered.remember('/b', ['/c'], true);
  expect(remembered.last).toBe('/b');
  const roots = ['/a', '/b', '/c'];
  expect(remembered.addedTo('/a', roots)).toEqual(['/b']);
  expect(remembered.addedTo('/b', roots)).toEqual(['/c']);
  expect(remembered.addedTo('/c', roots)).toEqual([]);
  // A folder that has left the workspace is no longer added.
  expect(remembered.addedTo('/a', ['/a', '/c'])).toEqual([]);
});

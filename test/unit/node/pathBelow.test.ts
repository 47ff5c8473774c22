import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathBelow } from '../../../src/node/pathBelow';

const folder = resolve('some', 'folder');

describe('the path below a folder', () => {
  it('is empty for the folder, and may begin like one that leads out', () => {
    expect(pathBelow(folder, folder)).toBe('');
    expect(pathBelow(folder, join(folder, 'a', 'b.ts'))).toBe(join('a', 'b.ts'));
    expect(pathBelow(folder, join(folder, '..a'))).toBe('..a');
  });

  it('does not exist outside of it', () => {
    expect(pathBelow(folder, resolve('some'))).toBeUndefined();
    expect(pathBelow(folder, resolve('some', 'folder2'))).toBeUndefined();
    expect(pathBelow(folder, resolve('other'))).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('may contain colons', () => {
    expect(pathBelow(folder, join(folder, 'c:a.ts'))).toBe('c:a.ts');
  });
});

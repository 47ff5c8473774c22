import { expect, test } from 'vitest';
import { cutDisks, type DiskChange } from '../../../support/disk/powerLoss';

test('two calls that make one folder at once may report it in either order', () => {
  const inOrder: DiskChange[] = [
    { kind: 'mkdir', path: '/root/a' },
    { kind: 'mkdir', path: '/root/a/one' },
    { kind: 'mkdir', path: '/root/a/two' },
  ];
  // The call for `two` found `a`, and returned first.
  const late = [...inOrder.slice(2), ...inOrder.slice(0, 2)];
  const statesOf = (changes: readonly DiskChange[]) => {
    const disks = [...cutDisks('/root', new Map(), changes)];
    return new Set(disks.map(({ state }) => [...state.keys()].sort().join(' ')));
  };
  expect(statesOf(late)).toEqual(statesOf(inOrder));
  expect(statesOf(inOrder)).toContain('a a/one a/two');
});

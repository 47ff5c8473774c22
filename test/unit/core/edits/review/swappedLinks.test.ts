import { link, lstat, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LinkBed, type Text } from './linkBed';

let bed: LinkBed;

afterEach(() => bed.remove());

const file = 'work/sub/deep/f';

/** Moves what is at the path away and leaves a link there. */
async function swap(name: string, target: string, type?: 'dir'): Promise<void> {
  await rm(bed.at('away'), { recursive: true, force: true });
  await rename(bed.at(name), bed.at('away')).catch(() => undefined);
  await symlink(target, bed.at(name), type);
}

/** Swaps after which the path leads to a file that looks just like the one it led to. */
const swaps: Record<string, () => Promise<void>> = {
  'the parent folder': async () => {
    await bed.copy('work/sub/deep', 'outside/deep');
    await swap('work/sub/deep', bed.at('outside/deep'), 'dir');
  },
  'a folder further up': async () => {
    await bed.copy('work/sub', 'outside/sub');
    await swap('work/sub', bed.at('outside/sub'), 'dir');
  },
  'the workspace itself': async () => {
    await bed.copy('work', 'outside/work');
    await swap('work', bed.at('outside/work'), 'dir');
  },
  'the parent folder, by a relative link': async () => {
    await bed.copy('work/sub/deep', 'outside/deep');
    await swap('work/sub/deep', '../../outside/deep', 'dir');
  },
  'the parent folder, by a chain of links': async () => {
    await bed.copy('work/sub/deep', 'outside/deep');
    await symlink(bed.at('outside/deep'), bed.at('work/first'), 'dir');
    await symlink('first', bed.at('work/second'), 'dir');
    await swap('work/sub/deep', '../second', 'dir');
  },
  'the parent folder, by a link back into the workspace': async () => {
    await bed.copy('work/sub/deep', 'work/other');
    await swap('work/sub/deep', bed.at('work/other'), 'dir');
  },
  'the parent folder, by a link to where it was moved': async () => {
    await rename(bed.at('work/sub/deep'), bed.at('outside/deep'));
    await swap('work/sub/deep', bed.at('outside/deep'), 'dir');
  },
  'the file': async () => {
    await bed.copy('work/sub/deep', 'outside/deep');
    await swap(file, bed.at('outside/deep/f'));
  },
  'the file, by a link back into the workspace': async () => {
    await bed.copy('work/sub/deep', 'work/other');
    await swap(file, '../../other/f');
  },
  'the file, by a chain of links': async () => {
    await bed.copy('work/sub/deep', 'outside/deep');
    await symlink(bed.at('outside/deep/f'), bed.at('work/first'));
    await swap(file, '../../first');
  },
};

/** Contents before and after the agent's change. */
const changes: Record<string, [Text, Text]> = {
  changed: ['old\n', 'new\n'],
  deleted: ['old\n', null],
  created: [null, 'new\n'],
};

/** Where there is no file, the link to it leads nowhere. */
const rows: [swap: string, change: string][] = [
  ...Object.keys(swaps).map((swap): [string, string] => [swap, 'changed']),
  ['the parent folder', 'deleted'],
  ['the parent folder', 'created'],
  ['the file', 'deleted'],
  ['the file', 'created'],
  ['the file, by a chain of links', 'deleted'],
];

/** The agent changes the file. */
async function changed(how: string): Promise<void> {
  const [old, now] = changes[how] ?? [null, null];
  bed = await LinkBed.open();
  await mkdir(bed.at('work/sub/deep'), { recursive: true });
  if (old !== null) {
    await bed.put(file, old);
  }
  await bed.change(file, now);
}

/** Checks that the action is refused, names the file, and changes nothing at all. */
async function expectRefused(action: () => Promise<unknown>, code = 'file.relinked') {
  const before = await bed.texts();
  const error = await action().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect.soft(await bed.texts()).toEqual(before);
  expect(error).toMatchObject({ code, message: expect.stringContaining(bed.at(file)) });
}

describe.each(rows)('a link that replaces %s after the file was %s', (swapped, how) => {
  test('is followed by neither Undo nor Rewind, and does not matter to Keep', async () => {
    await changed(how);
    await swaps[swapped]?.();
    await expectRefused(() => bed.undo(file));
    await expectRefused(() => bed.rewind(file));
    const before = await bed.texts();
    await bed.keep(file);
    expect(await bed.texts()).toEqual(before);
    expect(await bed.isWaiting(file)).toBe(false);
  });

  test('is not followed by Restore', async () => {
    await changed(how);
    await bed.undo(file);
    await swaps[swapped]?.();
    await expectRefused(() => bed.restore());
  });
});

test('a link is not followed by the undo of a single change', async () => {
  await changed('changed');
  await swaps['the parent folder']?.();
  await expectRefused(() => bed.undoByHunk(file));
});

test('everything can be undone once the link is gone', async () => {
  await changed('changed');
  await swaps['the parent folder']?.();
  await expectRefused(() => bed.undo(file));
  await rm(bed.at('work/sub/deep'));
  await rename(bed.at('away'), bed.at('work/sub/deep'));
  await bed.undo(file);
  expect(await bed.texts()).toMatchObject({ [file]: 'old\n', 'outside/deep/f': 'new\n' });
});

describe('a hard link', () => {
  beforeEach(async () => {
    await changed('changed');
    await bed.put('outside/f', 'new\n');
  });

  /** Puts a hard link to a file outside in place of the file. */
  async function linkOutside(): Promise<void> {
    await rm(bed.at(file), { force: true });
    await link(bed.at('outside/f'), bed.at(file));
  }

  test('that replaces the file is not written by Undo and Rewind', async () => {
    await linkOutside();
    await expectRefused(() => bed.undo(file), 'file.shared');
    await expectRefused(() => bed.rewind(file), 'file.shared');
  });

  test('that replaces the file is not written by Restore', async () => {
    await bed.undo(file);
    await bed.put('outside/f', 'old\n');
    await linkOutside();
    await expectRefused(() => bed.restore(), 'file.shared');
  });

  test('may be removed: the other file stays', async () => {
    await bed.keep(file);
    await rm(bed.at(file));
    await bed.change(file, 'new\n');
    await linkOutside();
    await bed.undo(file);
    expect(await bed.texts()).toEqual({ 'outside/f': 'new\n' });
  });

  test('to the recorded file itself is no reason to refuse', async () => {
    await link(bed.at(file), bed.at('outside/backup'));
    await bed.undo(file);
    await bed.restore();
    await bed.rewind(file);
    expect(await bed.texts()).toMatchObject({ [file]: 'old\n', 'outside/backup': 'old\n' });
  });
});

/** Links that were there first, and the path by which the agent then changes `work/sub/deep/f`. */
const lasting: Record<string, { make(): Promise<void>; path: string; folder?: string }> = {
  'the workspace': {
    make: () => symlink(bed.at('work'), bed.at('opened'), 'dir'),
    path: 'opened/sub/deep/f',
    folder: 'opened',
  },
  'a source folder': {
    make: () => symlink('sub/deep', bed.at('work/src'), 'dir'),
    path: 'work/src/f',
  },
  'a chain of folders': {
    make: async () => {
      await symlink('second', bed.at('work/first'), 'dir');
      await symlink(bed.at('work/sub/../sub'), bed.at('work/second'), 'dir');
    },
    path: 'work/first/deep/f',
  },
  'the file': {
    make: () => symlink('sub/deep/f', bed.at('work/g')),
    path: 'work/g',
  },
  'a folder outside of the workspace': {
    make: async () => {
      await rename(bed.at('work/sub'), bed.at('outside/sub'));
      await symlink('../outside/sub', bed.at('work/sub'), 'dir');
    },
    path: 'work/sub/deep/f',
  },
};

describe.each(Object.entries(lasting))(
  'a link that was there before, in place of %s,',
  (_, there) => {
    const { make, path, folder = 'work' } = there;

    test.each(['changed', 'created'])('is followed when the file behind it was %s', async how => {
      const [old, now] = changes[how] ?? [null, null];
      bed = await LinkBed.open(folder);
      await mkdir(bed.at('work/sub/deep'), { recursive: true });
      if (old !== null) {
        await bed.put(file, old);
      }
      await make();
      const before = await bed.texts();
      await bed.change(path, now);
      const after = await bed.texts();
      expect(Object.values(after)).toEqual([now]);

      await bed.undo(path);
      expect(await bed.texts()).toEqual(before);
      await bed.restore();
      expect(await bed.texts()).toEqual(after);
      await bed.rewind(path);
      expect(await bed.texts()).toEqual(before);
    });
  },
);

test('a link stays a link when what it leads to was created through it', async () => {
  bed = await LinkBed.open();
  await symlink('target', bed.at('work/f'));
  await bed.change('work/f', 'new\n');
  await bed.undo('work/f');
  expect(await bed.texts()).toEqual({});
  expect((await lstat(bed.at('work/f'))).isSymbolicLink()).toBe(true);
});

test('changes follow a folder that the user renames', async () => {
  await changed('changed');
  await rename(bed.at('work/sub'), bed.at('work/renamed'));
  await bed.rename('work/sub', 'work/renamed');
  await bed.undo('work/renamed/deep/f');
  expect(await bed.texts()).toEqual({ 'work/renamed/deep/f': 'old\n' });
});

describe('while a call runs', () => {
  test('a link that replaces a folder makes the change untracked', async () => {
    await changed('changed');
    await bed.keep(file);
    await bed.change(file, 'newer\n', swaps['the parent folder']);
    expect(await bed.isWaiting(file)).toBe(false);
    await bed.undo(file);
    expect(await bed.texts()).toMatchObject({ 'outside/deep/f': 'newer\n' });
  });

  test('a link that replaces a folder hides the change from the next window', async () => {
    await changed('changed');
    await bed.keep(file);
    await bed.reopenDuringCall(file, async () => {
      await swaps['the parent folder']?.();
      await bed.put('outside/deep/f', 'newer\n');
    });
    expect(await bed.isWaiting(file)).toBe(false);

    await rm(bed.at('work/sub/deep'));
    await bed.reopenDuringCall(file, () => bed.put(file, 'newer\n'));
    expect(await bed.isWaiting(file)).toBe(true);
  });

  test('a link that replaced a folder before is followed back to that content only', async () => {
    await changed('changed');
    await swaps['the parent folder']?.();
    await bed.change(file, 'newer\n');
    await bed.rewind(file);
    expect(await bed.texts()).toEqual({ 'away/f': 'new\n', 'outside/deep/f': 'new\n' });
  });
});

describe('a command', () => {
  test('that deletes a file is not undone through a link that came later', async () => {
    bed = await LinkBed.open();
    await bed.put(file, 'old\n');
    await bed.run(() => rm(bed.at(file)));
    await swaps['a folder further up']?.();
    expect(await bed.isWaiting(file)).toBe(true);
    await expectRefused(() => bed.undo(file));
  });

  test('is undone in a workspace that is opened through a link, and not after a swap', async () => {
    bed = await LinkBed.open('opened');
    await bed.put(file, 'old\n');
    await symlink('work', bed.at('opened'), 'dir');
    await bed.run(() => bed.put(file, 'new\n'));
    await bed.undo('opened/sub/deep/f');
    expect(await bed.texts()).toEqual({ [file]: 'old\n' });
    await bed.restore();
    await link(bed.at(file), bed.at('outside/backup'));
    await bed.undo('opened/sub/deep/f');
    expect(await bed.texts()).toMatchObject({ [file]: 'old\n' });
    await bed.restore();
    await swaps['a folder further up']?.();
    await expect(bed.undo('opened/sub/deep/f')).rejects.toMatchObject({ code: 'file.relinked' });
  });
});

test('a link that leads to itself cannot be read', async () => {
  await changed('changed');
  await swap(file, 'f');
  await expectRefused(() => bed.undo(file), 'file.unreadable');
});

describe('a record of an earlier version', () => {
  test('opens, and its changes are undone as before', async () => {
    await changed('changed');
    await bed.reopenOld();
    await bed.undo(file);
    await bed.restore();
    await bed.rewind(file);
    expect(await bed.texts()).toEqual({ [file]: 'old\n' });
  });

  test('allows links within the folder of the conversation', async () => {
    bed = await LinkBed.open('opened');
    await bed.put(file, 'old\n');
    await symlink('work', bed.at('opened'), 'dir');
    await symlink('sub/deep', bed.at('work/src'), 'dir');
    await bed.change('opened/src/f', 'new\n');
    await bed.reopenOld();
    await bed.undo('opened/src/f');
    expect(await bed.texts()).toEqual({ [file]: 'old\n' });
  });

  test('allows no links to elsewhere, nor hard links', async () => {
    await changed('changed');
    await bed.reopenOld();
    await swaps['a folder further up']?.();
    await expectRefused(() => bed.undo(file));
    await rm(bed.at('work/sub'));
    await bed.put(file, 'new\n');
    await link(bed.at(file), bed.at('outside/f'));
    await expectRefused(() => bed.undo(file), 'file.shared');
  });
});

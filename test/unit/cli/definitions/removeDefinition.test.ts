import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeDefinition } from '../../../../src/cli/definitions/removeDefinition';

let home: string;
const path = () => join(home, 'root/skills/one');
const remove = () =>
  removeDefinition({
    path: path(),
    root: join(home, 'root'),
    keepIn: join(home, 'kept'),
    now: Date.now(),
  });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-remove-'));
  await mkdir(path(), { recursive: true });
  await writeFile(join(path(), 'SKILL.md'), 'text');
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('removing a definition', () => {
  it('moves it away, and back', async () => {
    const undo = await remove();
    expect(await readdir(join(home, 'root/skills'))).toEqual([]);
    await undo();
    expect(await readFile(join(path(), 'SKILL.md'), 'utf8')).toBe('text');
  });

  it('keeps what has its place by then', async () => {
    const undo = await remove();
    await mkdir(path());
    await writeFile(join(path(), 'SKILL.md'), 'new');
    await expect(undo()).rejects.toMatchObject({ code: 'file.exists' });
    expect(await readFile(join(path(), 'SKILL.md'), 'utf8')).toBe('new');
  });

  it('refuses what a link leads to outside of its folder', async () => {
    await rm(join(home, 'root/skills'), { recursive: true });
    await mkdir(join(home, 'other/one'), { recursive: true });
    await symlink(join(home, 'other'), join(home, 'root/skills'));
    await expect(remove()).rejects.toMatchObject({ code: 'file.outside' });
    expect(await readdir(join(home, 'other'))).toEqual(['one']);
  });

  it('does not bring back through a folder that leads out since, nor into one that is gone', async () => {
    const undo = await remove();
    await mkdir(join(home, 'other'));
    await rm(join(home, 'root/skills'), { recursive: true });
    await symlink(join(home, 'other'), join(home, 'root/skills'));
    await expect(undo()).rejects.toMatchObject({ code: 'file.outside' });
    expect(await readdir(join(home, 'other'))).toEqual([]);
    await rm(join(home, 'root'), { recursive: true });
    await expect(undo()).rejects.toMatchObject({ code: 'file.outside' });
    expect(await readdir(home)).not.toContain('root');
    await mkdir(join(home, 'root'));
    await undo();
    expect(await readFile(join(path(), 'SKILL.md'), 'utf8')).toBe('text');
  });

  it('removes a link, not what it leads to', async () => {
    await rm(path(), { recursive: true });
    await mkdir(join(home, 'other'));
    await symlink(join(home, 'other'), path());
    await remove();
    expect(await readdir(home)).toContain('other');
    expect(await readdir(join(home, 'root/skills'))).toEqual([]);
  });

  it('keeps for a week what was removed', async () => {
    for (const [name, days] of [['old', 8] as const, ['young', 6] as const]) {
      await mkdir(join(home, 'kept', name), { recursive: true });
      const at = Date.now() / 1000 - days * 86_400;
      await utimes(join(home, 'kept', name), at, at);
    }
    await remove();
    const kept = await readdir(join(home, 'kept'));
    expect([kept.includes('young'), kept.includes('old')]).toEqual([true, false]);
  });
});

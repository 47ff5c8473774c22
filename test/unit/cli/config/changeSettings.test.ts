import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings } from '../../../../src/cli/config/changeSettings';
import type { SettingsEdit } from '../../../../src/cli/config/settingsEdit';
import { readSettingsFile } from '../../../../src/cli/config/settingsFile';
import { ownPlace } from '../../../../src/cli/config/settingsPlaces';

let root: string;
let outside: string;
let path: string;
const at = (...names: string[]) => join(root, ...names);
const text = (file = path) => readFileSync(file, 'utf8');
const rule = (value: string): SettingsEdit => ({
  ...{ kind: 'append', path: ['permissions', 'allow'], value },
});
const change = (edits: readonly SettingsEdit[], file = path) =>
  changeSettings([{ path: file, root, edits }]);
const read = (file = path) => readSettingsFile({ scope: 'project', path: file, root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tandem-settings-'));
  outside = mkdtempSync(join(tmpdir(), 'tandem-outside-'));
  path = at('.claude', 'settings.json');
  mkdirSync(at('.claude'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
  rmSync(outside, { recursive: true });
});

it('makes the file and its folder, and undo removes both', async () => {
  rmSync(at('.claude'), { recursive: true });
  const { undo, written } = await change([rule('Bash(ls)')]);
  expect(written).toEqual([path]);
  expect(JSON.parse(text())).toEqual({ permissions: { allow: ['Bash(ls)'] } });
  await undo();
  expect(readdirSync(root)).toEqual([]);
});

it('keeps a folder in which something else was made meanwhile', async () => {
  rmSync(at('.claude'), { recursive: true });
  const { undo } = await change([rule('Bash(ls)')]);
  writeFileSync(at('.claude', 'mine.md'), 'x');
  await undo();
  expect(readdirSync(at('.claude'))).toEqual(['mine.md']);
});

it('undo puts back exactly the bytes from before', async () => {
  const before = '\uFEFF{ // a comment\r\n\t"b" : [ 1,2 ] ,\r\n}\r\n\r\n';
  writeFileSync(path, before);
  const { undo } = await change([rule('A'), { kind: 'remove', path: ['b'] }]);
  expect(text()).not.toBe(before);
  await undo();
  expect(text()).toBe(before);
  expect(readdirSync(at('.claude'))).toEqual(['settings.json']);
});

it('undo takes back only its own change in a file that has changed since', async () => {
  writeFileSync(path, '{"permissions":{"allow":["A"]},"model":"m"}');
  const { undo } = await change([rule('B'), { kind: 'set', path: ['model'], value: 'n' }]);
  writeFileSync(path, '{"permissions":{"allow":["A","B","C"]},"model":"n","env":{}}');
  await undo();
  expect(text()).toBe('{"permissions":{"allow":["A","C"]},"model":"m","env":{}}');
});

it('undo refuses where another value has come, and writes nothing', async () => {
  writeFileSync(path, '{"permissions":{"allow":["A"]},"model":"m"}');
  const other = at('.claude', 'settings.local.json');
  writeFileSync(other, '{}');
  const { undo } = await changeSettings([
    { path, root, edits: [{ kind: 'set', path: ['model'], value: 'n' }] },
    { path: other, root, edits: [rule('B')] },
  ]);
  const after = text(other);
  writeFileSync(path, '{"model":"theirs"}');
  await expect(undo()).rejects.toMatchObject({
    code: 'settings.changed',
    message: expect.stringContaining(path),
  });
  expect(text()).toBe('{"model":"theirs"}');
  expect(text(other)).toBe(after);
});

it('undo refuses a file that is broken since', async () => {
  writeFileSync(path, '{}');
  const { undo } = await change([rule('B')]);
  writeFileSync(path, '{');
  await expect(undo()).rejects.toMatchObject({ code: 'settings.broken' });
  expect(text()).toBe('{');
});

it('changes all of several files, or none', async () => {
  const other = at('.claude', 'settings.local.json');
  writeFileSync(path, '{"permissions":{"allow":["A"]}}');
  writeFileSync(other, '{');
  const move = changeSettings([
    { path, root, edits: [{ kind: 'drop', path: ['permissions', 'allow'], value: 'A' }] },
    { path: other, root, edits: [rule('A')] },
  ]);
  await expect(move).rejects.toMatchObject({ code: 'settings.broken' });
  expect(text()).toBe('{"permissions":{"allow":["A"]}}');
});

it('writes nothing where the file is as asked', async () => {
  writeFileSync(path, '{"permissions":{"allow":["A"]}}');
  const { ino } = statSync(path);
  const { written, undo } = await change([rule('A')]);
  expect(written).toEqual([]);
  await undo();
  expect(statSync(path).ino).toBe(ino);
});

it('makes edits that come at the same time one after the other', async () => {
  writeFileSync(path, '{}');
  await Promise.all(['A', 'B', 'C'].map(one => change([rule(one)])));
  const { permissions } = JSON.parse(text());
  expect(permissions.allow.toSorted()).toEqual(['A', 'B', 'C']);
});

it.each([0o600, 0o644, 0o666, 0o755])('keeps the mode %o', async mode => {
  writeFileSync(path, '{}');
  chmodSync(path, mode);
  const { undo } = await change([rule('A')]);
  expect(statSync(path).mode & 0o777).toBe(mode);
  await undo();
  expect(statSync(path).mode & 0o777).toBe(mode);
});

describe('links', () => {
  it('writes what a link inside of the folder leads to, and keeps the link', async () => {
    writeFileSync(at('real.json'), '{"a":1}');
    symlinkSync('../real.json', path);
    const { undo } = await change([{ kind: 'set', path: ['a'], value: 2 }]);
    expect(text(at('real.json'))).toBe('{"a":2}');
    expect(readdirSync(at('.claude'), { withFileTypes: true })[0]?.isSymbolicLink()).toBe(true);
    await undo();
    expect(text(at('real.json'))).toBe('{"a":1}');
  });

  it('of the user’s own file may lead anywhere, as they do into folders of dotfiles', async () => {
    const dotfile = join(outside, 'settings.json');
    writeFileSync(dotfile, '{"a":1}');
    const place = ownPlace('user', at('.claude'), undefined);
    symlinkSync(dotfile, path);
    expect(place).toMatchObject({ path });
    const edits = [{ kind: 'set', path: ['a'], value: 2 }] as const;
    const { undo } = await changeSettings([{ path, root: place?.root, edits }]);
    expect(text(dotfile)).toBe('{"a":2}');
    await undo();
    expect(text(dotfile)).toBe('{"a":1}');
  });

  it.each<{ name: string; make: () => void; reason: string }>([
    {
      name: 'a link out of the folder',
      make: () => {
        writeFileSync(join(outside, 'theirs.json'), '{"a":1}');
        symlinkSync(join(outside, 'theirs.json'), path);
      },
      reason: 'It is behind a link that leads out of its folder',
    },
    {
      name: 'a folder that leads out',
      make: () => {
        rmSync(at('.claude'), { recursive: true });
        symlinkSync(outside, at('.claude'));
      },
      reason: 'It is behind a link that leads out of its folder',
    },
    {
      name: 'a link to nothing',
      make: () => symlinkSync(at('nothing.json'), path),
      reason: 'It is a link that leads nowhere',
    },
    {
      name: 'a link to itself',
      make: () => symlinkSync('settings.json', path),
      reason: 'It is a link that leads nowhere',
    },
    { name: 'a folder', make: () => mkdirSync(path), reason: 'It is a folder, a pipe or a device' },
    {
      name: 'a device',
      make: () => symlinkSync('/dev/zero', path),
      reason: 'It is a folder, a pipe or a device',
    },
    {
      name: 'a read-only file',
      make: () => writeFileSync(path, '{"a":1}', { mode: 0o444 }),
      reason: 'It is read-only',
    },
    {
      name: 'a file in place of the folder',
      make: () => {
        rmSync(at('.claude'), { recursive: true });
        writeFileSync(at('.claude'), 'x');
      },
      reason: 'A file is in the place of its folder',
    },
  ])('refuses $name, and says so when it reads', async ({ make, reason }) => {
    make();
    const message = `${path} cannot be changed. ${reason}.`;
    await expect(change([rule('A')])).rejects.toMatchObject({ code: 'settings.readOnly', message });
    expect((await read()).obstacle).toBe(reason);
    expect(readdirSync(outside)).toEqual(
      readdirSync(outside).filter(name => name === 'theirs.json'),
    );
  });
});

describe('what has come into the place of the file', () => {
  const withRule = async (before: string | undefined) => {
    if (before !== undefined) writeFileSync(path, before);
    return change([rule('A')]);
  };

  it.skipIf(process.platform === 'win32').each<{ name: string; make: () => void }>([
    { name: 'a pipe', make: () => execFileSync('mkfifo', [path]) },
    { name: 'a device without an end', make: () => symlinkSync('/dev/zero', path) },
    { name: 'a folder', make: () => mkdirSync(path) },
    { name: 'a link to nothing', make: () => symlinkSync('/nowhere/at/all', path) },
  ])('$name is neither waited for nor touched by undo', async ({ make }) => {
    for (const before of [undefined, '{}']) {
      const { undo } = await withRule(before);
      rmSync(path);
      make();
      const { ino } = lstatSync(path);
      await expect(undo()).rejects.toMatchObject({ code: 'settings.readOnly' });
      expect(lstatSync(path).ino).toBe(ino);
      rmSync(path, { recursive: true });
    }
  });

  it.each([undefined, '{}'])(
    'undo does not follow a folder that leads out since (%j)',
    async before => {
      const { undo } = await withRule(before);
      const theirs = join(outside, 'settings.json');
      writeFileSync(theirs, text());
      const after = text();
      renameSync(at('.claude'), at('old'));
      symlinkSync(outside, at('.claude'));
      await expect(undo()).rejects.toMatchObject({ code: 'settings.readOnly' });
      expect(readFileSync(theirs, 'utf8')).toBe(after);
    },
  );

  it('a folder that is gone is not made anew', async () => {
    rmSync(root, { recursive: true });
    await expect(change([rule('A')])).rejects.toMatchObject({ code: 'settings.readOnly' });
    expect(existsSync(root)).toBe(false);
    mkdirSync(root);
  });
});

describe('many equal values', () => {
  it('are removed at once, and come back in their places', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? 'keep' : 'A'));
    const before = JSON.stringify({ permissions: { allow: items } }, undefined, 2);
    writeFileSync(path, before);
    const drop = { kind: 'drop', path: ['permissions', 'allow'], value: 'A' } as const;
    const { undo } = await change([drop]);
    expect(JSON.parse(text()).permissions.allow).toEqual(items.filter(item => item === 'keep'));
    writeFileSync(path, text().replace('{', '{ "model": "m",'));
    await undo();
    expect(JSON.parse(text())).toEqual({ model: 'm', permissions: { allow: items } });
  });

  it('of one key in an object are too many to be changed', async () => {
    const before = `{${Array.from({ length: 5_000 }, () => '"model":"x"').join(',\n')}}`;
    writeFileSync(path, before);
    const edit = { kind: 'remove', path: ['model'] } as const;
    await expect(change([edit])).rejects.toMatchObject({ code: 'settings.broken' });
    expect(text()).toBe(before);
  });
});

describe('reading', () => {
  it('tells a missing file from an empty one', async () => {
    expect(await read()).toMatchObject({ exists: false, value: {}, obstacle: undefined });
    writeFileSync(path, '');
    expect(await read()).toMatchObject({ exists: true, value: {}, broken: undefined });
  });

  it('tells the line of a value, and of what is wrong', async () => {
    writeFileSync(path, '{\n"permissions": {\n"allow": [\n"A",\n"B"]}}');
    expect((await read()).line(['permissions', 'allow', 1])).toBe(5);
    writeFileSync(path, '{\n"permissions": x}');
    expect(await read()).toMatchObject({ value: {}, broken: { line: 2 } });
    await expect(change([rule('A')])).rejects.toMatchObject({
      message: `${path} cannot be changed. This is not valid JSON (line 2). Correct the file first.`,
    });
    expect(text()).toBe('{\n"permissions": x}');
  });
});

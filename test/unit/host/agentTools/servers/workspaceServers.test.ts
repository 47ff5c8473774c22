import { execFileSync } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerBed } from './serverBed';

let bed: ServerBed;
beforeEach(async () => {
  bed = await ServerBed.open();
});
afterEach(() => bed.close());

const one = { command: 'serve-one' };
const two = { url: 'https://two.example/' };

it('a server is offered after the user has allowed it, also in later windows', async () => {
  await bed.write({ one });
  expect(await bed.start()).toEqual([]);
  expect(await bed.states()).toEqual({ one: 'waiting' });
  await bed.decide('Allow');
  expect(await bed.start()).toEqual(['one']);
  const later = await ServerBed.open(bed);
  expect(await later.start()).toEqual(['one']);
  expect(later.user.shown).toEqual([]);
});

it('a declined server stays declined, without a question, in later windows', async () => {
  await bed.write({ one });
  await bed.decide("Don't Allow");
  const later = await ServerBed.open(bed);
  expect(await later.start()).toEqual([]);
  expect(await later.states()).toEqual({ one: 'declined' });
  expect(later.user.shown).toEqual([]);
});

it('an allowed server waits again when its env file has changed', async () => {
  const env = join(bed.folder, '.env');
  await writeFile(env, 'A=1');
  await bed.write({ one: { ...one, envFile: '.env' } });
  await bed.decide('Allow');
  expect(await bed.start()).toEqual(['one']);
  await writeFile(env, 'A=1\nNODE_OPTIONS=--require=./evil.js');
  expect(await bed.start()).toEqual([]);
  expect(bed.newest?.text).toContain('has changed');
});

it('the setting stays the master switch', async () => {
  bed.isOffering = false;
  await bed.write({ one });
  expect(bed.user.shown).toEqual([]);
  bed.isOffering = true;
  await bed.look();
  await bed.decide('Allow');
  bed.isOffering = false;
  expect(await bed.start()).toEqual([]);
  expect(await bed.states()).toEqual({ one: 'allowed' });
});

it('an untrusted workspace is not read', async () => {
  bed.isTrusted = false;
  await bed.write({ one });
  expect(await bed.start()).toEqual([]);
  expect(await bed.states()).toEqual({});
  expect(bed.user.shown).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('A file that is not to be read', () => {
  const irregular = 'Put a regular file in its place';
  const kinds: readonly [string, (path: string) => Promise<unknown>, string][] = [
    ['a pipe', async path => execFileSync('mkfifo', [path]), irregular],
    ['a link to a device', path => symlink('/dev/zero', path), irregular],
    ['a folder', path => symlink('/', path), irregular],
    ['2 MB', path => writeFile(path, 'x'.repeat(2 * 1024 * 1024)), 'larger than 1 MB'],
  ];

  it.each(kinds)('does not block the file of servers: %s', async (_, make, reason) => {
    await make(bed.file);
    expect(await bed.start()).toEqual([]);
    expect(bed.newest?.text).toContain(reason);
    expect(bed.newest?.options).toEqual(['Open File']);
  });

  it.each(kinds)('does not block the env file: %s', async (_, make, reason) => {
    await make(join(bed.folder, 'env'));
    await bed.write({ one: { ...one, envFile: 'env' }, two });
    const { servers } = await bed.servers.list();
    expect(servers[0]?.reason).toContain(reason);
    expect(servers[0]?.consent).toBeUndefined();
    await bed.decide('Allow');
    expect(await bed.start()).toEqual(['two']);
  });
});

it('a broken file keeps the servers that it had, an absent one has none', async () => {
  await bed.write({ one });
  await bed.decide('Allow');
  await bed.write('{ "servers": {');
  expect(await bed.start()).toEqual(['one']);
  await rm(bed.file);
  expect(await bed.start()).toEqual([]);
});

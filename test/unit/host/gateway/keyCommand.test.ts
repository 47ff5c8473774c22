import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { KeyCommand } from '../../../../src/host/gateway/keyCommand';
import { systemClock } from '../../../../src/node/systemClock';
import { FakeClock } from '../../node/fakeClock';

let folder: string;
let clock: FakeClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-key-'));
  clock = new FakeClock();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Only limits of time are ours: the end of a process is waited for in real time. */
const clockFor = (fake: FakeClock) => ({
  now: () => fake.now(),
  setTimeout: (fire: () => void, delay: number) =>
    delay === 30_000 ? fake.setTimeout(fire, delay) : systemClock.setTimeout(fire, delay),
});

function commandOf(command: readonly string[]): KeyCommand {
  return new KeyCommand({
    ...{ command, profile: 'Team', platform: process.platform, log: silentLog },
    clock: clockFor(clock),
    environment: async () => ({ PATH: process.env.PATH ?? '', TEAM: 'blue' }),
  });
}

/** Makes a command of a script of Node. */
async function script(source: string, ...args: string[]): Promise<readonly string[]> {
  const path = join(folder, 'helper.js');
  await writeFile(path, source);
  return [process.execPath, path, ...args];
}

const counting = `
  const fs = require('node:fs'), path = process.argv[2];
  const count = (fs.existsSync(path) ? Number(fs.readFileSync(path)) : 0) + 1;
  fs.writeFileSync(path, String(count));
  console.log('key-' + count);
`;

it('runs once for several requests, again after five minutes, and after a refusal', async () => {
  const key = commandOf(await script(counting, join(folder, 'count')));
  const both = (value: string) => ({ 'x-api-key': value, authorization: `Bearer ${value}` });
  const all = await Promise.all([key.headers(), key.headers(), key.headers()]);
  expect(all).toEqual([both('key-1'), both('key-1'), both('key-1')]);
  clock.advance(5 * 60_000 - 1);
  expect(await key.headers()).toEqual(both('key-1'));
  clock.advance(1);
  expect(await key.headers()).toEqual(both('key-2'));
  key.refused();
  expect(await key.headers()).toEqual(both('key-3'));
});

it('is not run at each refusal of a key that it has printed again', async () => {
  const count = join(folder, 'count');
  const source = counting.replace("'key-' + count", "count < 4 ? 'stale' : 'renewed'");
  const key = commandOf(await script(source, count));
  const runs = async () => Number(await readFile(count, 'utf8'));
  for (let refusals = 0; refusals < 5; refusals += 1) {
    expect((await key.headers())['x-api-key']).toBe('stale');
    key.refused();
  }
  expect(await runs()).toBe(2);
  clock.advance(10_000);
  expect((await key.headers())['x-api-key']).toBe('stale');
  key.refused();
  clock.advance(10_000);
  expect((await key.headers())['x-api-key']).toBe('renewed');
});

it('passes arguments as they are, without a shell, and the environment of the user', async () => {
  const print = 'console.log([process.env.TEAM, ...process.argv.slice(2)].join("|"))';
  const made = join(folder, 'made');
  const args = ['$(touch', `${made})`, ';touch', made, '*', '"'].join('_');
  const key = commandOf(await script(print, args));
  expect((await key.headers())['x-api-key']).toBe(`blue|${args}`);
  expect(existsSync(made)).toBe(false);
});

it.each<[string, string, RegExp]>([
  ['prints nothing', '', /did not print one key/],
  ['prints several lines', 'console.log("a"); console.log("b")', /did not print one key/],
  ['prints a sentence', 'console.log("no key here")', /did not print one key/],
  ['prints a control character', 'console.log("a\\u0007b")', /did not print one key/],
  ['prints too much', 'console.log("a".repeat(1e6))', /did not print one key/],
  [
    'fails',
    'console.error("first"); console.error("Not signed in. token=hush-hush-hush"); process.exit(3)',
    /code 3: Not signed in\. token=\*\*\* Run it in a terminal/,
  ],
])('says what to do when the program %s, and asks again next time', async (_, source, reason) => {
  const key = commandOf(await script(source));
  await expect(key.headers()).rejects.toMatchObject({
    ...{ code: 'profile.command', message: expect.stringMatching(reason) },
  });
  await script('console.log("key")');
  expect((await key.headers())['x-api-key']).toBe('key');
});

it('names a program that is not there', async () => {
  await expect(commandOf([join(folder, 'none')]).headers()).rejects.toMatchObject({
    ...{ code: 'profile.command', message: expect.stringContaining('profile Team') },
  });
});

it('ends a program that does not end, with all that it has started', async () => {
  const pid = join(folder, 'pid');
  const source = `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => {}, 1e6)`;
  const waiting = commandOf(await script(source)).headers();
  waiting.catch(() => undefined);
  await expect.poll(() => existsSync(pid) && readFile(pid, 'utf8')).toMatch(/^\d+$/);
  clock.advance(30_000);
  await expect(waiting).rejects.toThrow(/within 30 seconds/);
  const number = Number(await readFile(pid, 'utf8'));
  await expect.poll(() => existsSync(`/proc/${number}`)).toBe(false);
});

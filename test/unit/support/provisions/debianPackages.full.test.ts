import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addFakeApt } from './fakeApt';
import { bundleProgram, ProvisionBed } from './provisionBed';

let built: string;
let program: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'tandem-provision-built-'));
  program = await bundleProgram('scripts/provision.ts', built);
});
afterAll(() => rm(built, { recursive: true, force: true }));

let bed: ProvisionBed;
beforeEach(async () => {
  bed = await ProvisionBed.open();
});
afterEach(() => bed.close());

const chromium = 'install -y --no-install-recommends chromium';
const font = 'install -y --no-install-recommends fonts-dejavu-core';
const forPages = [chromium, font];

describe('the Debian packages of the page suite', () => {
  it('are installed once, with their sizes, and then left alone', async () => {
    await addFakeApt(bed);
    const first = await bed.run(program, 'page');
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toContain('[1/2] Chromium: about');
    expect(first.output).toMatch(/\[2\/2] A font is ready after [\d.]+ s; about (\d+) of \1 MB/);
    expect(await bed.lines('calls')).toEqual(forPages);
    const again = await bed.run(program, 'page');
    expect(again).toEqual({ code: 0, output: 'Provided: page\n' });
    expect(await bed.lines('calls')).toEqual(forPages);
  });

  it('are installed by one of ten concurrent callers, and the others say whom they await', async () => {
    await addFakeApt(bed);
    await bed.setState('hold-chromium');
    const callers = Array.from({ length: 10 }, () => bed.start(program, 'page'));
    await Promise.all(callers.map(caller => caller.printed(/Waiting for process|\[1\/2]/)));
    await bed.removeState('hold-chromium');
    const ended = await Promise.all(callers.map(caller => caller.ended));
    expect(ended.map(({ code }) => code)).toEqual(Array(10).fill(0));
    expect(await bed.lines('calls')).toEqual(forPages);
    const waits = ended.filter(({ output }) =>
      /Waiting for process \d+ \(provision\.cjs in .*\), which fills .*cache/.test(output),
    );
    expect(waits).toHaveLength(9);
    expect(await bed.cached()).toEqual([]);
  });

  it.each([
    { step: 'chromium', rest: forPages },
    { step: 'fonts-dejavu-core', rest: [font] },
  ])('are completed by the next run after a kill at $step', async ({ step, rest }) => {
    await addFakeApt(bed);
    await bed.setState(`hold-${step}`);
    const killed = bed.start(program, 'page');
    await bed.reached(`at-${step}`);
    await killed.kill();
    // The fake apt-get does not continue: its output has no reader, and it was held before its
    // work.
    await bed.removeState('calls');
    const next = bed.start(program, 'page');
    await next.printed(/\[1\//);
    await bed.removeState(`hold-${step}`);
    expect(await next.ended).toMatchObject({ code: 0 });
    expect(await bed.lines('calls')).toEqual(rest);
    expect(await bed.cached()).toEqual([]);
  });

  it('are installed after an interrupted dpkg is completed', async () => {
    await addFakeApt(bed);
    const complaint = 'E: dpkg was interrupted, you must manually run it';
    await bed.setState('complaint', complaint);
    const { code, output } = await bed.run(program, 'browser');
    expect(code).toBe(0);
    expect(output).toContain('An earlier installation was interrupted; finishing it first');
    expect(await bed.lines('calls')).toEqual([chromium, 'dpkg --configure -a', chromium]);
  });

  it('do not count as installed if a kill has left them unpacked', async () => {
    await addFakeApt(bed);
    await bed.addProgram('chromium', '');
    await bed.setState('status', 'install ok unpacked');
    await bed.setState('complaint', 'E: dpkg was interrupted, you must manually run it');
    expect(await bed.run(program, 'browser')).toMatchObject({ code: 0 });
    expect(await bed.lines('calls')).toEqual([chromium, 'dpkg --configure -a', chromium]);
  });

  it('are found after the missing package lists are fetched', async () => {
    await addFakeApt(bed);
    await bed.setState('complaint', 'E: Unable to locate package chromium');
    expect(await bed.run(program, 'browser')).toMatchObject({ code: 0 });
    expect(await bed.lines('calls')).toEqual([chromium, 'update', chromium]);
  });

  const lists = { held: 'lists', file: '/var/lib/apt/lists/lock' };
  const packages = { held: 'packages', file: '/var/lib/dpkg/lock-frontend' };
  it.each([lists, packages])(
    'wait, with a message, while another program holds the lock of the $held',
    async ({ file }) => {
      await addFakeApt(bed);
      const holder = 'It is held by process 77 (unattended-upgr)';
      await bed.setState('complaint', `E: Could not get lock ${file}. ${holder}`);
      const { code, output } = await bed.run(program, 'browser');
      expect(code).toBe(0);
      expect(output).toContain(`Waiting for process 77 (unattended-upgr), which has ${file}`);
    },
  );
});

describe('an unavailable provision', () => {
  const sentence = (output: string) => output.trimEnd().split('\n').at(-1);

  it('is reported with the command for root', async () => {
    await addFakeApt(bed, { isRoot: false });
    const { code, output } = await bed.run(program, 'fonts');
    expect(code).toBe(1);
    expect(sentence(output)).toBe(
      'A font cannot be had: only root can install packages; run ' +
        '"sudo apt-get install -y --no-install-recommends fonts-dejavu-core", ' +
        'then run "npm run provision -- fonts".',
    );
    expect(output).not.toContain('    at ');
    expect(await bed.lines('calls')).toEqual([]);
  });

  it('is reported if there is no apt-get', async () => {
    const { code, output } = await bed.run(program, 'browser');
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(
      /^Chromium cannot be had: .*this system has no apt-get; .*\.$/,
    );
  });

  it('does not prevent the rest from being provided', async () => {
    await addFakeApt(bed);
    await bed.setState('complaint', 'E: chromium needs what nobody has');
    const { code, output } = await bed.run(program, 'page');
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(/apt-get failed \(chromium needs what nobody has\)/);
    expect(await bed.lines('calls')).toEqual(forPages);
    expect(await bed.run(program, 'fonts')).toMatchObject({ code: 0 });
  });

  it('is reported if its name is unknown', async () => {
    const { code, output } = await bed.run(program, 'browsers');
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no "browsers" to provide; known: start, .*kernel\b.*\.\n$/);
  });
});

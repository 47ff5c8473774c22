import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeRegistry, type PackagePin } from './fakeRegistry';
import { bundleProgram, ProvisionBed } from './provisionBed';

let built: string;
/** The real command; `ofPackages` has the registry's small packages in its list. */
let program: string;
let ofPackages: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'tandem-provision-built-'));
  program = await bundleProgram('scripts/provision.ts', built);
  ofPackages = await bundleProgram('test/unit/support/provisions/packagesProgram.ts', built);
});
afterAll(() => rm(built, { recursive: true, force: true }));

let registry: FakeRegistry;
let bed: ProvisionBed;
let small: PackagePin;
let other: PackagePin;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-registry-'));
  registry = await FakeRegistry.start(folder);
  small = await registry.add('small', '1.0.0');
  other = await registry.add('other', '2.0.0');
  await rm(folder, { recursive: true });
  bed = await ProvisionBed.open({ npm_config_registry: registry.url });
});
afterEach(async () => {
  await bed.close();
  await registry.close();
});

const both = () => JSON.stringify([small, other]);
const complete = ['npm-other-2.0.0', 'npm-small-1.0.0'];
const sentence = (output: string) => output.trimEnd().split('\n').at(-1);

/** Expects complete packages with the published files only. */
async function expectBoth(): Promise<void> {
  expect(await bed.cached()).toEqual(complete);
  for (const folder of await readdir(bed.cache)) {
    const content = await readFile(join(bed.cache, folder, 'content'), 'utf8');
    expect(folder).toContain(content);
  }
}

describe('packages from the npm registry', () => {
  it('are fetched once by one of ten concurrent callers, after another was killed', async () => {
    const reached = registry.hold('small');
    const killed = bed.start(ofPackages, both());
    await reached;
    const callers = Array.from({ length: 10 }, () => bed.start(ofPackages, both()));
    await Promise.all(callers.map(caller => caller.printed(/Waiting for process/)));
    registry.release();
    await killed.kill();
    const ended = await Promise.all(callers.map(caller => caller.ended));
    expect(ended.map(({ code }) => code)).toEqual(Array(10).fill(0));
    expect(registry.downloads).toEqual(['small', 'small', 'other']);
    await expectBoth();
  });

  const second = { step: 'the second', of: 'other', downloads: ['small', 'other', 'other'] };
  const first = { step: 'the first', of: 'small', downloads: ['small', 'small', 'other'] };
  it.each([first, second])(
    'are completed by the next run after a kill during $step download',
    async ({ of, downloads }) => {
      const reached = registry.hold(of);
      const killed = bed.start(ofPackages, both());
      await reached;
      await killed.kill();
      registry.release();
      expect(await bed.run(ofPackages, both())).toMatchObject({ code: 0 });
      expect(registry.downloads).toEqual(downloads);
      await expectBoth();
    },
  );

  it('are completed by the next run after a kill during unpacking', async () => {
    await bed.addProgram(
      'tar',
      ': > "$STATE/unpacking"; while [ -d "$STATE" ]; do sleep 0.05; done',
    );
    const killed = bed.start(ofPackages, both());
    await bed.reached('unpacking');
    await killed.kill();
    await bed.addReal('tar');
    const { code, output } = await bed.run(ofPackages, both());
    expect(code).toBe(0);
    expect(output).toMatch(/\[2\/2] The package other is ready after [\d.]+ s; about 2 of 2 MB/);
    // npm has cached the tarball.
    expect(registry.downloads).toEqual(['small', 'other']);
    await expectBoth();
  });

  it('are not unpacked if the checksum is wrong', async () => {
    const { code, output } = await bed.run(
      ofPackages,
      JSON.stringify([{ ...small, integrity: other.integrity }]),
    );
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(
      /^The package small cannot be had: small@1\.0\.0 has the wrong content \(expected sha512-.*, got sha512-.*\), so it was not unpacked; run "npm cache clean --force" .*, then run "npm run provision -- small"\.$/,
    );
    expect(await bed.cached()).toEqual([]);
  });

  it('leave no partial files on a full disk', async () => {
    const full = 'tar: content: Cannot write: No space left on device';
    await bed.addProgram('tar', `mkdir "$TMPDIR/begun"; echo "${full}" >&2; exit 2`);
    const { code, output } = await bed.run(ofPackages, JSON.stringify([small]));
    expect(code).toBe(1);
    expect(sentence(output)).toBe(
      `The package small cannot be had: no space is left for ${bed.cache}; free some, or set ` +
        'TANDEM_CACHE to a folder on another disk, then run "npm run provision -- small".',
    );
    expect(await bed.cached()).toEqual([]);
    await bed.addReal('tar');
    expect(await bed.run(ofPackages, JSON.stringify([small]))).toMatchObject({ code: 0 });
    expect(await bed.cached()).toEqual(['npm-small-1.0.0']);
  });
});

describe('an unavailable old CLI', () => {
  it('is named if the registry does not have it', async () => {
    const { code, output } = await bed.run(program, 'cli-2.0.36');
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(
      /^Claude Code 2\.0\.36 cannot be had: npm could not fetch @anthropic-ai\/claude-code@2\.0\.36 \(404 .*\); .*, then run "npm run provision -- cli-2\.0\.36"\.$/,
    );
    expect(output).not.toContain('    at ');
    expect(await bed.cached()).toEqual([]);
  });

  it('is named if there is no network', async () => {
    await registry.close();
    const { code, output } = await bed.run(program, 'cli-2.0.36');
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(
      /the npm registry cannot be reached to fetch .* \(ECONNREFUSED\); connect, or set npm.s registry and proxy, then run "npm run provision -- cli-2\.0\.36"\.$/,
    );
    registry = await FakeRegistry.start(bed.folder);
  });
});

describe('the cache folder', () => {
  it('is named if it cannot be used', async () => {
    await writeFile(bed.cache, 'a file');
    const { code, output } = await bed.run(ofPackages, both());
    expect(code).toBe(1);
    expect(sentence(output)).toMatch(
      /^The cache folder .*cache cannot be used: E.*; set TANDEM_CACHE to another folder\.$/,
    );
  });

  it('is cleared of files left by killed processes, and of nothing else', async () => {
    await mkdir(join(bed.cache, 'npm-small-1.0.0-0123456789.tmp-AbCdEf'), { recursive: true });
    await mkdir(join(bed.cache, 'something else'));
    expect(await bed.run(ofPackages, JSON.stringify([small]))).toMatchObject({ code: 0 });
    expect(await bed.cached()).toEqual(['npm-small-1.0.0', 'something else']);
  });
});

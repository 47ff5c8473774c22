import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchBrowser } from '../../support/browser';
import { cliBinary } from '../../support/cli/cliBinary';
import { findEditor } from '../../support/editor/provision';
import { IPython } from '../../support/ipython/ipython';
import { addFakeApt } from './provisions/fakeApt';
import { ProvisionBed } from './provisions/provisionBed';

describe('a test on a machine without provisions', () => {
  let bed: ProvisionBed;
  beforeEach(async () => {
    bed = await ProvisionBed.open();
    await addFakeApt(bed);
    const variables = { ...bed.env, TANDEM_CHROMIUM: '', CHROME_PATH: '', TANDEM_PYTHON: '' };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await bed.close();
  });

  it.each([
    { what: 'a browser', name: 'browser', take: () => launchBrowser() },
    { what: 'a kernel', name: 'kernel', take: () => IPython.start() },
    { what: 'an old CLI', name: 'cli-2.0.36', take: () => cliBinary('2.0.36') },
    { what: 'an editor', name: 'editor-newest', take: () => findEditor('newest') },
  ])('fails with the command that provides $what, and installs nothing', async ({ name, take }) => {
    await expect(take()).rejects.toThrow(`run "npm run provision -- ${name}"`);
    expect(await bed.lines('calls')).toEqual([]);
    expect(await bed.cached()).toEqual([]);
  });
});

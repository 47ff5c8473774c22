import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addFakeApt } from './fakeApt';
import { bundleProgram, ProvisionBed } from './provisionBed';
import { storedZip } from './storedZip';

/** The real installer starts three successive processes. */
const patience = 120_000;

let built: string;
let program: string;
let server: Server;
let bed: ProvisionBed;
/** Script that acts as the unpacked browser. */
let script: string;
beforeEach(async () => {
  built = await mkdtemp(join(tmpdir(), 'tandem-provision-built-'));
  program = await bundleProgram('scripts/provision.ts', built);
  server = createServer((request, response) => {
    const folder = basename(request.url ?? '', '.zip');
    // Playwright also downloads a program that records videos.
    const isBrowser = folder.startsWith('chrome-headless-shell');
    const zip = storedZip(isBrowser ? `${folder}/chrome-headless-shell` : folder, script);
    response.writeHead(200, { 'content-length': zip.length }).end(zip);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  bed = await ProvisionBed.open({
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '',
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}`,
  });
});
afterEach(async () => {
  await bed.close();
  server.closeAllConnections();
  server.close();
  await rm(built, { recursive: true, force: true });
});

it(
  'downloads a browser if none is found, and finds it the next time',
  async () => {
    script = '#!/bin/sh\necho "$*" >> "$STATE/browser"\n';
    const { code, output } = await bed.run(program, 'browser');
    expect(output).toContain('100% of');
    expect(code).toBe(0);
    expect(await bed.lines('browser')).toEqual([expect.stringContaining('--dump-dom')]);
    expect(await bed.run(program, 'browser')).toEqual({ code: 0, output: 'Provided: browser\n' });
  },
  patience,
);

const missing = {
  why: 'lacks a library',
  text: '#!/bin/sh\necho "libnss3.so: cannot open shared object file" >&2; exit 127\n',
};
const broken = { why: 'is not a program', text: 'garbage' };
it.each([missing, broken])(
  "discards a browser that $why, and installs Debian's package",
  async ({ text }) => {
    script = text;
    await addFakeApt(bed);
    const { code, output } = await bed.run(program, 'browser');
    expect(output).toMatch(/Playwright.s download failed: it does not run: /);
    expect(code).toBe(0);
    expect(await bed.lines('calls')).toEqual(['install -y --no-install-recommends chromium']);
    expect(await bed.cached()).toEqual([]);
  },
  patience,
);

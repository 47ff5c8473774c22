import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { text, thinking, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { StdioCli } from '../support/cli/stdioCli';
import { versionsWith } from './support/versionRows';

const disposals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

async function startCli(version: CliVersion) {
  const api = await ScriptedApi.start();
  disposals.push(() => api.close());
  const home = await isolatedHome({ apiUrl: api.url });
  disposals.push(home.dispose);
  const binary = await cliBinary(version);
  const cli = new StdioCli({ binary, cwd: home.workspace, env: home.env });
  disposals.push(() => cli.kill());
  await cli.initialize();
  return { api, home, cli };
}

describe.each(versionsWith())('Claude Code %s against the scripted API', version => {
  it('runs a text turn and a turn that writes a file', async () => {
    const { api, home, cli } = await startCli(version);
    api.onPrompt('say hello', [[thinking('They want a greeting.'), text('Grüß dich, 世界 👋')]]);
    const greeted = await cli.turn('Please say hello');
    expect(greeted).toMatchObject({ subtype: 'success', result: 'Grüß dich, 世界 👋' });

    const file = join(home.workspace, 'notes.txt');
    api.onPrompt('write notes', [
      [text('Writing.'), toolUse('Write', { file_path: file, content: 'one\n"two"\n世界 👋\n' })],
      request => text(`Result ${request.results[0]?.isError}: ${request.results[0]?.name}`),
    ]);
    const written = await cli.turn('write notes');
    expect(written).toMatchObject({ subtype: 'success', result: 'Result false: Write' });
    expect(await readFile(file, 'utf8')).toBe('one\n"two"\n世界 👋\n');
    expect(api.mainRequests('write notes').map(request => request.round)).toEqual([0, 1]);
    expect(api.unmatched).toEqual([]);
    expect(await cli.end()).toBe(0);
  });
});

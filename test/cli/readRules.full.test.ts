import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { currentReadRules } from '../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../src/cli/permissions/settingsLayers';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';

/** Rules; `%` is a folder of their own, `=` the workspace. */
const patterns = [
  ...['%/**', './%/**', '/%/**', '%', '%/', '%/*', '%/*.txt', '%/**/*.txt', '**/%/**', '**/%/.env'],
  ...['%/sub', '%/sub/**', '%/sub/*', '%/**/b.pem', '%/*/a.txt', '%/?.txt', '%/[ab].txt'],
  ...['%/[!a]*', '%/\\\\[x\\\\].txt', '%/[x].txt', '%*', '%-*/**', '%*/a.txt', '/%*/**'],
  ...['/=/%/**', '/=/%/*.txt', '~/%/**', '%/A.TXT', '%/SUB/**', '%//a.txt', '%/Ü ä.txt', '%/Ü*'],
  ...['%/# c.md', '%/**/deep/**', '%/{a,b}.txt', '%/***', '%/**/**', '%/a.txt/**'],
  ...['%/sub/../a.txt', './%/./a.txt'],
];
const names = [
  ...['%/a.txt', '%/.env', '%/sub/a.txt', '%/sub/deep/b.pem', '%/Ü ä.txt', '%/[x].txt'],
  ...['%/# c.md', '%-like/a.txt'],
];

it('the editor tools deny what the CLI denies, and nothing else', async () => {
  const run = await AgentRun.create(await cliBinary('newest'));
  try {
    const { home, configDir, workspace } = run.home;
    const own = (template: string, index: number) =>
      template.replace('%', `r${String(index).padStart(2, '0')}`).replace('=', workspace);
    const files = patterns.flatMap((_, index) => names.map(name => own(name, index)));
    for (const file of files) {
      await mkdir(dirname(run.path(file)), { recursive: true });
      await writeFile(run.path(file), 'text');
    }
    const deny = patterns.map((pattern, index) => `Read(${own(pattern, index)})`);
    await mkdir(run.path('.claude'));
    const settings = JSON.stringify({ permissions: { deny } });
    await writeFile(run.path('.claude', 'settings.json'), settings);
    await run.process.start();
    run.api.onPrompt('read', [
      ...files.map(name => toolUse('Read', { file_path: run.path(name) })),
      text('Done.'),
    ]);
    await run.turn('read');
    const results = run.api.mainRequests('read').flatMap(request => request.results);
    expect(results).toHaveLength(files.length);

    const layers = new SettingsLayers({
      configFolders: () => [configDir],
      managed: join(home, 'nothing'),
      launch: () => ({}),
    });
    const { platform } = process;
    const rules = currentReadRules({ layers, home: () => home, platform }, [workspace]);
    const missed: string[] = [];
    const added: string[] = [];
    for (const [index, file] of files.entries()) {
      const isDenied = results[index]?.isError === true;
      const isOurs = await rules.deny(run.path(file));
      const pattern = patterns[Math.floor(index / names.length)] ?? '';
      if (isDenied && !isOurs) missed.push(`${pattern}: ${file}`);
      if (isOurs && !isDenied) added.push(pattern);
    }
    expect(missed).toEqual([]);
    // The CLI takes this one for a set with an exclamation mark.
    expect([...new Set(added)]).toEqual(['%/[!a]*']);
  } finally {
    await run.close();
  }
});

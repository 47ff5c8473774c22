import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentReadRules } from '../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../src/cli/permissions/settingsLayers';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';
import { versionsWith } from './support/versionRows';

const deny = (...rules: string[]) => JSON.stringify({ permissions: { deny: rules } });

/** Files of the workspace, and whether the CLI reads them under the rules below. */
const files = {
  'plain.txt': true,
  'private/a.txt': false,
  'deep/private/a.txt': false,
  '.env': false,
  'deep/.env': false,
  'deep/x.pem': false,
  'own/a.txt': true,
  'top/a.txt': false,
  'deep/top/a.txt': true,
  'bare.txt': false,
  'deep/bare.txt': false,
  'absolute/a.txt': false,
  'CASE.TXT': false,
  'folder/a.txt': false,
  'kept/no.txt': false,
  'kept/yes.txt': true,
  'flag.txt': false,
  'layer.txt': false,
  'linked/a.txt': false,
  'round (1).txt': false,
} as const;

/** This version does not know escaped parentheses in a rule; the editor tools deny such files. */
const without: Readonly<Record<string, Partial<Record<keyof typeof files, boolean>>>> = {
  '2.0.36': { 'round (1).txt': true },
};

describe.each(versionsWith())('Claude Code %s', version => {
  it('denies the files that the editor tools deny', async () => {
    const launch = {
      'tandem.permissions.disallowedTools': ['Read(./flag.txt)'],
      'tandem.cli.settings': deny('Read(./layer.txt)'),
    };
    const run = await AgentRun.create(await cliBinary(version), { settings: launch });
    try {
      const { home, configDir, workspace } = run.home;
      const write = async (path: string, content: string) => {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
      };
      for (const name of Object.keys(files)) await write(run.path(name), `text of ${name}`);
      await write(
        join(configDir, 'settings.json'),
        deny(
          'Read(./private/**)',
          'Read(**/.env)',
          'Read(*.pem)',
          'Read(/own/**)',
          `Read(/${run.path('absolute')}/**)`,
          'Read(case.txt)',
        ),
      );
      await write(
        run.path('.claude', 'settings.json'),
        deny('Read(/top/**)', 'Read(bare.txt)', 'Read(kept/*)', 'Read(!kept/yes.txt)'),
      );
      await write(
        run.path('.claude', 'settings.local.json'),
        deny('Read(folder/)', 'Read(linked)', 'Read(round \\(1\\).txt)'),
      );
      await run.process.start();
      const names = Object.keys(files);
      run.api.onPrompt('read', [
        ...names.map(name => toolUse('Read', { file_path: run.path(name) })),
        text('Done.'),
      ]);
      await run.turn('read');
      const results = run.api.mainRequests('read').flatMap(request => request.results);
      const cli = Object.fromEntries(
        names.map((name, index) => [name, results[index]?.isError === false]),
      );

      const layers = new SettingsLayers({
        configFolders: () => [configDir],
        managed: join(home, 'nothing'),
        launch: () => launch,
      });
      const { platform } = process;
      const rules = currentReadRules({ layers, home: () => home, platform }, [workspace]);
      const ours: Record<string, boolean> = {};
      for (const name of names) ours[name] = !(await rules.deny(run.path(name)));
      expect(ours).toEqual(files);
      expect(cli).toEqual({ ...files, ...without[version] });

      // A file that the user mentions is read by the CLI, under the same rules.
      run.api.onPrompt('look at', [text('Seen.')]);
      await run.turn('look at @private/a.txt and @plain.txt');
      const told = JSON.stringify(run.api.mainRequests('look at').at(-1));
      expect(told).toContain('text of plain.txt');
      expect(told).not.toContain('text of private/a.txt');
    } finally {
      await run.close();
    }
  });
});

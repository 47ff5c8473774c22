import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFailures, patience } from './support/chatWindow';
import { IdeBed } from './support/ideBed';

let folder: string;
let bed: IdeBed | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-others-'));
});

describeFailures(() => bed?.window);

afterEach(async () => {
  await bed?.window.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates an extension to install in addition to Tandem. */
async function other(name: string, manifest: object, main = ''): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  const about = { name, version: '1.0.0', engines: { vscode: '^1.99.0' }, ...manifest };
  await writeFile(join(path, 'package.json'), JSON.stringify(about));
  await writeFile(join(path, 'main.js'), main);
  return path;
}

const shown = '$CLAUDE_CODE_SSE_PORT|$CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL';

test('beside the vendor’s extension, terminals get no variables unless the setting is always', {
  timeout: 120_000,
}, async () => {
  const vendor = await other('claude-code', { publisher: 'Anthropic' });
  bed = await IdeBed.open({ others: [vendor] });
  expect(await bed.variables('beside', shown)).toBe('|');
  await bed.window.configure('tandem.ide.terminalEnvironment', 'always');
  expect(await bed.variables('always', shown)).toBe(`${await bed.port()}|1`);
  await bed.window.configure('tandem.ide.terminalEnvironment', 'auto');
  expect(await bed.variables('auto', shown)).toBe('|');
  await bed.window.run('workbench.extensions.uninstallExtension', 'anthropic.claude-code');
  expect(await bed.variables('alone', shown)).toBe(`${await bed.port()}|1`);
});

describe('a terminal opened before Tandem starts', () => {
  test('is restarted the first time, and has the port at once after a reload', {
    timeout: 120_000,
  }, async () => {
    const seen = join(folder, 'seen');
    const args = ['-c', `echo "<$CLAUDE_CODE_SSE_PORT>" >>'${seen}'; exec sleep 1000`];
    // Tandem starts after all `*` extensions; this one finishes only when its terminal runs.
    const early = await other(
      'early',
      { publisher: 'test', main: './main.js', activationEvents: ['*'] },
      `const { watch, existsSync, statSync } = require('node:fs');
      const size = () => (existsSync('${seen}') ? statSync('${seen}').size : 0);
      exports.activate = async () => {
        const before = size();
        const begun = new Promise(resolve => {
          const watching = watch('${folder}', () => {
            if (size() > before) {
              watching.close();
              resolve();
            }
          });
        });
        await require('vscode').commands.executeCommand('workbench.action.terminal.new');
        await begun;
      };`,
    );
    bed = await IdeBed.open({
      others: [early],
      settings: {
        'terminal.integrated.profiles.linux': { probe: { path: '/bin/sh', args } },
        'terminal.integrated.defaultProfile.linux': 'probe',
      },
    });
    const lines = async () => (await readFile(seen, 'utf8').catch(() => '')).trim().split('\n');
    const port = `<${await bed.port()}>`;
    await expect.poll(lines, patience).toEqual(['<>', port]);
    await bed.window.reload();
    // VS Code may also restart the terminal from before the reload.
    const later = async () => [...new Set((await lines()).slice(2))];
    await expect.poll(later, patience).toEqual([port]);
    await expect.poll(async () => bed?.locks(), patience).toHaveLength(1);
    expect(await bed.port()).toBe(port.slice(1, -1));
  });
});

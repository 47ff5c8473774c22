import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { parseVersion } from '../../../../src/cli/launch/version';
import { PluginCommand } from '../../../../src/cli/plugins/pluginCommand';
import { systemClock } from '../../../../src/node/systemClock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-plugins-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program in place of the CLI. @param body of its script, where `args` are its arguments */
function command(body: string, version = '2.1.329') {
  const script = join(folder, 'cli.cjs');
  writeFileSync(script, `const args = process.argv.slice(2);\n${body}`);
  return new PluginCommand({
    locate: async () => ({
      target: { command: process.execPath, args: [script], env: {} },
      version: parseVersion(version) ?? expect.fail(),
      env: process.env as Record<string, string>,
    }),
    ...{ platform: process.platform, clock: systemClock, log: silentLog },
  });
}
const { signal } = new AbortController();
const say = 'console.log(JSON.stringify({ message: args.join(" ") }));';

it('lists plugins, and leaves out what is none', async () => {
  const list = [{ id: 'a@b', enabled: true, errors: ['x', 5] }, { id: 5 }, 'x'];
  const shown = await command(`console.log(${JSON.stringify(JSON.stringify(list, null, 1))})`).list(
    folder,
  );
  expect(shown).toEqual([
    {
      id: 'a@b',
      scope: 'user',
      isEnabled: true,
      errors: ['x'],
      folder: undefined,
      version: undefined,
    },
  ]);
  await expect(command('console.log("Plugins: none")').list(folder)).rejects.toMatchObject({
    code: 'plugin.refused',
  });
});

it('asks for data after the words of the command, of versions that have it', async () => {
  expect(await command(say).change(['install', '--', 'a@b'], folder, signal)).toBe(
    'plugin install --json -- a@b',
  );
  expect(await command(say).change(['marketplace', 'add', '--', 'x'], folder, signal)).toBe(
    'plugin marketplace add --json -- x',
  );
  const old = command('console.log("Installing…✔ " + args.join(" "));', '2.1.7');
  expect(await old.change(['uninstall', '--keep-data', '--', 'a@b'], folder, signal)).toBe(
    'plugin uninstall -- a@b',
  );
  await expect(old.list(folder)).rejects.toMatchObject({ code: 'cli.unsupported' });
});

it('tells the reason of a failure', async () => {
  const failing = command(
    `${say.replace('args.join(" ")', '"No such plugin"')} process.exitCode = 1;`,
  );
  await expect(failing.change(['install'], folder, signal)).rejects.toThrow(
    'Claude Code refused: No such plugin',
  );
  const old = command('console.error("Not found"); process.exitCode = 1;', '2.1.120');
  await expect(old.change(['install'], folder, signal)).rejects.toThrow('refused: Not found');
});

it.each(['before it starts', 'while it runs'])(
  'ends the program when the user cancels %s',
  async when => {
    const control = new AbortController();
    const mark = join(folder, 'runs');
    const file = JSON.stringify(mark);
    const running = command(
      `require('node:fs').writeFileSync(${file}, ''); setInterval(() => undefined, 1000);`,
    );
    if (when === 'before it starts') control.abort();
    const change = running.change(['install'], folder, control.signal);
    const outcome = expect(change).rejects.toMatchObject({ code: 'plugin.cancelled' });
    if (when === 'while it runs') await expect.poll(() => existsSync(mark)).toBe(true);
    control.abort();
    await outcome;
  },
);

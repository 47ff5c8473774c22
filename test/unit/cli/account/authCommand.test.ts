import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { AuthCommand } from '../../../../src/cli/account/authCommand';
import { parseVersion } from '../../../../src/cli/launch/version';
import { systemClock } from '../../../../src/node/systemClock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-auth-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program in place of the CLI. */
function command(body: string) {
  const script = join(folder, 'cli.cjs');
  writeFileSync(script, `const args = process.argv.slice(2).join(' ');\n${body}`);
  return new AuthCommand({
    locate: async () => ({
      target: { command: process.execPath, args: [script], env: {} },
      version: parseVersion('2.1.329') ?? expect.fail(),
      env: process.env as Record<string, string>,
    }),
    ...{ platform: process.platform, clock: systemClock, log: silentLog },
  });
}

it('reads who is signed in, also where the exit code says that nobody is', async () => {
  const status = { loggedIn: false, authMethod: 'none', configDirectory: '/c', more: 1 };
  const print = `console.log(JSON.stringify(${JSON.stringify(status)}, null, 2));`;
  const body = `if (args === 'auth status') { ${print} process.exitCode = 1; }`;
  expect(await command(body).status(folder)).toEqual(status);
});

it.each([
  'console.log("Signed in as me")',
  'console.log("{}")',
  'console.error("unknown command")',
])('says that a CLI cannot report it: %s', async body => {
  await expect(command(body).status(folder)).rejects.toMatchObject({ code: 'cli.unsupported' });
});

it('signs out, or passes on why not', async () => {
  await command('if (args !== "auth logout") process.exit(2)').signOut(folder);
  const refused = command(
    'console.error("The key sk-ant-api03-abcdefghijklmnop is managed"); process.exit(1)',
  );
  const failure = await refused.signOut(folder).catch((error: Error) => error);
  expect(failure).toMatchObject({ code: 'cli.refused' });
  expect(String(failure)).toContain('is managed');
  expect(String(failure)).not.toContain('abcdefghijklmnop');
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { LockFiles } from '../../src/ide/lockFile';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { TerminalCli } from '../support/cli/terminalCli';
import { type IdeBed, ideBed } from '../support/ide/ideBed';

let api: ScriptedApi;
let bed: IdeBed;
let home: IsolatedHome;
let locks: LockFiles;
let terminals: TerminalCli[];
let file: string;

beforeEach(async () => {
  api = await ScriptedApi.start();
  bed = await ideBed();
  const { port, token } = bed.address;
  const env = { CLAUDE_CODE_SSE_PORT: String(port), CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1' };
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0, env });
  locks = new LockFiles(join(home.configDir, 'ide'), silentLog);
  const folders = [home.workspace];
  await locks.write(port, {
    pid: process.pid,
    folders,
    ideName: 'Visual Studio Code (Tandem)',
    token,
  });
  file = join(home.workspace, 'a.txt');
  await writeFile(file, 'one\ntwo\nthree\n');
  terminals = [];
});

afterEach(async () => {
  await Promise.all(terminals.map(terminal => terminal.close()));
  bed.server.dispose();
  await api.close();
  await home.dispose();
});

/** A CLI that has found the server by itself. */
async function terminal(): Promise<TerminalCli> {
  const count = bed.server.connections.length;
  const args = ['--permission-mode', 'default'];
  const started = await TerminalCli.start(await cliBinary('newest'), home, args);
  terminals.push(started);
  await bed.until(() => bed.server.connections.length > count);
  return started;
}

const edit = () => [
  [toolUse('Edit', { file_path: file, old_string: 'two', new_string: 'TWO' })],
  text('finished'),
];

it('is found, with process and folder', async () => {
  await terminal();
  await bed.until(() => bed.server.connections[0]?.cwd !== undefined);
  const [connection] = bed.server.connections;
  expect(connection).toMatchObject({ cwd: home.workspace, clientVersion: '2.1.329' });
  const command = await readFile(`/proc/${connection?.pid}/cmdline`, 'utf8');
  expect(command).toContain('claude');
});

it('has an edit accepted in the editor as it is', async () => {
  const cli = await terminal();
  api.onPrompt('go', [[toolUse('Read', { file_path: file })], ...edit()]);
  await cli.say('go');
  const diff = await bed.editor.diff(0);
  expect(diff).toMatchObject({ path: file, contents: 'one\nTWO\nthree\n' });
  diff.answer({ kind: 'accepted', contents: diff.contents });
  await cli.until('finished');
  expect(await readFile(file, 'utf8')).toBe('one\nTWO\nthree\n');
});

import { once } from 'node:events';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json';
import { silentLog } from '../../src/base/log';
import { LockFiles } from '../../src/terminalServer/locks/lockFile';
import { ScriptedApi } from '../support/api/scriptedApi';
import { newestCli } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { TerminalCli } from '../support/cli/terminalCli';
import { ideBed } from '../support/ide/ideBed';
import { IdeTestClient } from '../support/ide/ideTestClient';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * The terminal server, in wall time. Compares a CLI's time until it is connected with its time
 * until its prompt appears. Compares each tool call with a frame that the library at the other end
 * of the same socket echoes unread.
 */

const starts = 5;
const calls = 200;
const file = '/workspace/a.txt';
const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };

const tools: readonly [string, JsonObject][] = [
  ['openFile', { filePath: file }],
  [
    'openDiff',
    {
      old_file_path: file,
      new_file_path: file,
      new_file_contents: 'one line of text\n'.repeat(600),
      tab_name: 'a.txt',
    },
  ],
  ['getCurrentSelection', {}],
  ['getLatestSelection', {}],
  ['getOpenEditors', {}],
  ['getWorkspaceFolders', {}],
  ['getDiagnostics', { uri: `file://${file}` }],
  ['checkDocumentDirty', { filePath: file }],
  ['saveDocument', { filePath: file }],
  ['close_tab', { tab_name: 'a.txt' }],
  ['closeAllDiffTabs', {}],
  ['executeCode', { code: '1' }],
];

export const bench: Benchmark = {
  name: 'IDE server for CLIs in terminals',
  run: async () => [await connecting(), ...(await calling())],
};

async function connecting(): Promise<BenchmarkResult> {
  const connected: number[] = [];
  const prompt: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const api = await ScriptedApi.start();
    const bed = await ideBed();
    const { port, token } = bed.address;
    const home = await isolatedHome({
      apiUrl: api.url,
      env: { CLAUDE_CODE_SSE_PORT: `${port}`, CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1' },
    });
    const locks = new LockFiles(join(home.configDir, 'ide'), silentLog);
    const content = { pid: process.pid, folders: [home.workspace], ideName: 'Bench', token };
    await locks.write(port, content);
    const start = performance.now();
    const cli = await TerminalCli.start(newestCli(), home, ['--permission-mode', 'default']);
    await Promise.all([
      bed
        .until(() => bed.server.connections.length > 0)
        .then(() => connected.push(performance.now() - start)),
      cli.until('mode on').then(() => prompt.push(performance.now() - start)),
    ]);
    await cli.close();
    bed.server.dispose();
    await api.close();
    await home.dispose();
  }
  const [time, shown] = [median(connected), median(prompt)];
  const detail = `median of ${starts} starts: ${time.toFixed(0)} ms (worst ${Math.max(...connected).toFixed(0)}), prompt after ${shown.toFixed(0)} ms`;
  return { what: 'start to connected', measured: time / shown, limit: 3, unit: '×', detail };
}

async function calling(): Promise<BenchmarkResult[]> {
  const bed = await ideBed({ limits: { messages: 1e9 } });
  bed.editor.selection = { path: file, text: 'one', range };
  bed.editor.workspace = [{ name: 'workspace', path: '/workspace' }];
  bed.editor.documents.set(file, { isDirty: false, isUntitled: false });
  bed.editor.output = [{ type: 'text', text: '1' }];
  const diagnostics = Array.from({ length: 50 }, (_, index) => {
    return { message: `Problem ${index}`, severity: 'Error', range, source: 'ts' } as const;
  });
  bed.editor.problems.set(file, { path: file, diagnostics });
  bed.editor.openDiff = async ({ contents }) => ({ kind: 'accepted', contents });
  const client = await IdeTestClient.connect(bed.address);
  const echo: number[] = [];
  const times = new Map(tools.map(([name]) => [name, [] as number[]]));
  for (let round = -20; round < calls; round += 1) {
    const bare = await timed(() => {
      const pong = once(client.socket, 'pong');
      client.socket.ping('x'.repeat(100));
      return pong;
    });
    if (round >= 0) echo.push(bare);
    for (const [name, input] of tools) {
      const time = await timed(() => client.call(name, input));
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  await client.close();
  bed.server.dispose();
  const unseen = median(echo);
  return [...times].map(([what, all]) => {
    const detail = `median ${median(all).toFixed(2)} ms, worst of ${calls} ${Math.max(...all).toFixed(2)} ms; a frame sent back unseen ${unseen.toFixed(2)} ms`;
    return { what, measured: median(all) / unseen, limit: 6, unit: '×', detail };
  });
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

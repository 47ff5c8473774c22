import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../../src/base/json';
import { silentLog } from '../../../src/base/log';
import type { ChannelId } from '../../../src/contract/ids';
import { RunLogs } from '../../../src/host/agentTools/run/runLogs';
import { RunTools } from '../../../src/host/agentTools/run/runTools';
import { EditorTools } from '../../../src/host/agentTools/tool/editorTools';
import { toolTable } from '../../../src/host/agentTools/toolTable';
import { systemClock } from '../../../src/node/systemClock';
import { benchTimesVariable, type ToolTimes } from '../../bench/toolTimes';

const calls = 200;
/** Unmeasured warm-up calls per tool, while servers start and projects load. */
const unseen = 5;

const target = { symbol: 'useDraft', path: 'source/draft.ts' };
const inputs: Readonly<Record<string, JsonObject>> = {
  problems: { path: 'source/broken.ts' },
  document_symbols: { path: 'source/composer.ts' },
  workspace_symbols: { query: 'useDraft' },
  definition: { path: 'source/list.ts', text: 'return draftOf(id)' },
  references: target,
  implementations: { ...target, symbol: 'Draft' },
  hover: target,
  call_hierarchy: { ...target, direction: 'incoming' },
  rename_preview: { ...target, newName: 'draftOf2' },
  open_editors: {},
  find_files: { pattern: 'draft' },
  find_text: { query: 'useDraft' },
  read_file: { path: 'source/list.ts' },
  list_directory: { path: 'source' },
  project_tree: {},
  changed_files: { diff: true },
  list_tasks: {},
  debug_state: {},
  terminal_output: {},
};

/** Tools that ask for permission although they run nothing themselves. */
const reporting = ['list_tasks', 'debug_state', 'terminal_output'];

describe('editor tools', () => {
  it('are timed for the benchmark', async function () {
    this.timeout(900_000);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const logs = new RunLogs(silentLog);
    const runTools = new RunTools({ commands: () => [], logs, clock: systemClock });
    const tools = new EditorTools({
      readRules: () => ({ deny: async () => false }),
      table: toolTable,
      version: '1',
      isEnabled: () => true,
      allowsReadOnly: () => true,
      others: () => runTools.tools(),
      clock: systemClock,
      log: silentLog,
    });
    const place = { cwd: folder.uri.fsPath, folders: [], channelId: 'bench' as ChannelId };
    const readOnly = tools.offered(place).filter(({ group }) => group === 'readOnly');
    const names = [...readOnly.map(({ tool }) => tool.name), ...reporting];
    assert.deepEqual(names.sort(), Object.keys(inputs).sort());
    const server = tools.forProcess(place);
    assert.ok(server);

    /** Builds a call like one from a CLI frame. */
    const call = async (name: string) => {
      const params = { name, arguments: inputs[name] ?? {} };
      const frame = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const answer = await server.handle(frame, AbortSignal.timeout(60_000));
      return JSON.stringify(answer);
    };
    const document = await vscode.workspace.openTextDocument(
      join(folder.uri.fsPath, 'source/draft.ts'),
    );
    const at = document.positionAt(document.getText().indexOf('useDraft('));
    const ask = () =>
      vscode.commands.executeCommand<unknown[]>('vscode.executeHoverProvider', document.uri, at);

    const times: Record<string, number[]> = Object.fromEntries(
      Object.keys(inputs).map(name => [name, []]),
    );
    const bare: number[] = [];
    for (let round = -unseen; round < calls; round += 1) {
      const asked = await timed(ask);
      if (round >= 0) bare.push(asked.time);
      for (const [name, all] of Object.entries(times)) {
        const { time, value } = await timed(() => call(name));
        // Early calls may arrive before the language server has loaded its project.
        assert.ok(round < 0 || !value.includes('"isError":true'), `${name}: ${value}`);
        if (round >= 0) all.push(time);
      }
    }
    server.dispose();
    logs.dispose();
    const file = process.env[benchTimesVariable];
    assert.ok(file);
    await writeFile(file, JSON.stringify({ bare, tools: times } satisfies ToolTimes));
  });
});

async function timed<T>(run: () => PromiseLike<T>): Promise<{ time: number; value: T }> {
  const start = performance.now();
  const value = await run();
  return { time: performance.now() - start, value };
}

import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { silentLog } from '../../src/base/log';
import * as z from '../../src/base/schema';
import type { ChannelId } from '../../src/contract/ids';
import type { EditorTool, ToolGroup } from '../../src/host/agentTools/tool/editorTool';
import { EditorTools } from '../../src/host/agentTools/tool/editorTools';
import { systemClock } from '../../src/node/systemClock';
import { editorServer } from '../../src/protocol/editorServer';
import { defineTool, type ToolCall, textResult } from '../../src/terminalServer/mcp/tool';
import { text, toolUse } from '../support/api/reply';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { testInFull } from '../support/inFull';
import { AgentRun } from './support/agentRun';
import { hasEveryRow, versionsWith } from './support/versionRows';

let run: AgentRun;
let called: Deferred<ToolCall>;

const tool = (name: string, group: ToolGroup, answer: () => Promise<string>): EditorTool => ({
  group,
  make: () =>
    defineTool({
      name,
      description: name,
      input: z.object({ symbol: z.string() }),
      run: async (_, call) => {
        called.resolve(call);
        return textResult(await answer());
      },
    }),
});

const tools = new EditorTools({
  readRules: () => ({ deny: async () => false }),
  table: [
    tool('references', 'readOnly', async () => 'source/a.ts\n  3: useDraft()'),
    tool('run_task', 'execution', async () => 'It ran.'),
    tool('endless', 'readOnly', () => new Promise(() => undefined)),
  ],
  version: '1.0.0',
  isEnabled: () => true,
  allowsReadOnly: () => true,
  clock: systemClock,
  log: silentLog,
});

async function start(version: CliVersion): Promise<void> {
  const server = tools.forProcess({ cwd: '/', folders: [], channelId: 'c' as ChannelId });
  if (!server) {
    throw new Error('There are no tools');
  }
  run = await AgentRun.start(await cliBinary(version), {
    settings: { 'tandem.permissions.allowedTools': server.allowed },
    mcpServers: new Map([[editorServer, server]]),
  });
}

beforeEach(() => {
  called = new Deferred();
});

afterEach(() => run.close());

const use = (name: string) => toolUse(`mcp__tandem__${name}`, { symbol: 'useDraft' });

describe.each(versionsWith())('Claude Code %s', version => {
  it('asks for permission for execution tools but not for read-only ones, even in plan mode', async () => {
    await start(version);
    run.api.onPrompt('where', [use('references'), use('run_task'), text('There.')]);
    await run.turn('where');
    expect(run.requests.map(request => request.tool)).toEqual(['mcp__tandem__run_task']);
    const [first, second] = run.items.flatMap(item => (item.kind === 'tool' ? item.call : []));
    expect(first).toMatchObject({ title: 'Find references', target: 'useDraft', status: 'done' });
    expect(second).toMatchObject({ title: 'Run task', status: 'done' });
    const told = run.api.mainRequests('where').flatMap(({ results }) => results);
    expect(told.map(result => result.text)).toEqual(['source/a.ts\n  3: useDraft()', 'It ran.']);

    await run.process.setMode('plan');
    run.api.onPrompt('plan it', [use('references'), text('Planned.')]);
    await run.turn('plan it');
    expect(run.requests).toHaveLength(1);
    expect(run.api.mainRequests('plan it').at(-1)?.results[0]).toMatchObject({
      text: 'source/a.ts\n  3: useDraft()',
      isError: false,
    });
  });

  if (hasEveryRow(version)) {
    testInFull(
      'aborts running tool calls when the turn is interrupted or the process stops',
      async () => {
        await start(version);
        run.api.onPrompt('for ever', [use('endless')]);
        await run.send('for ever');
        const { signal: stopped } = await called.promise;
        const aborted = once(stopped, 'abort');
        await run.process.interrupt();
        await Promise.all([run.idle(), aborted]);

        called = new Deferred();
        run.api.onPrompt('once more', [use('endless')]);
        await run.send('once more');
        const { signal } = await called.promise;
        expect(signal.aborted).toBe(false);
        await run.process.stop('now');
        expect(signal.aborted).toBe(true);
      },
    );
  }
});

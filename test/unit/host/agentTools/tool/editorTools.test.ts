import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import * as z from '../../../../../src/base/schema';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { EditorTool, ToolGroup } from '../../../../../src/host/agentTools/tool/editorTool';
import {
  EditorTools,
  type EditorToolsOptions,
} from '../../../../../src/host/agentTools/tool/editorTools';
import { defineTool, textResult } from '../../../../../src/terminalServer/mcp/tool';
import { FakeClock } from '../../../node/fakeClock';

const made: string[] = [];
const tool = (name: string, group: ToolGroup): EditorTool => ({
  group,
  make: ({ cwd }) => {
    made.push(name);
    return defineTool({
      name,
      description: name,
      input: z.object({}),
      run: async () => textResult(`${name} in ${cwd}`),
    });
  },
});

const place = { cwd: '/w', folders: [], channelId: 'c1' as ChannelId };
const look = tool('look', 'readOnly');
const later: EditorTool = { ...tool('later', 'readOnly'), isOptional: true };

function build(options: Partial<EditorToolsOptions> = {}) {
  return new EditorTools({
    readRules: () => ({ deny: async () => false }),
    table: [look, tool('act', 'execution'), later],
    version: '1.2.3',
    isEnabled: () => true,
    allowsReadOnly: () => true,
    clock: new FakeClock(),
    log: silentLog,
    ...options,
  });
}

const signal = new AbortController().signal;
const request = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

async function namesOf(server: ReturnType<EditorTools['forProcess']>): Promise<string[]> {
  const answer = await server?.handle(request('tools/list'), signal);
  const result = answer?.result as { tools: { name: string }[] } | undefined;
  return (result?.tools ?? []).map(({ name }) => name);
}

describe('an agent process', () => {
  test('gets the enabled tools, and needs no permission for read-only ones', async () => {
    const server = build().forProcess(place);
    expect(await namesOf(server)).toEqual(['look', 'act']);
    expect(server?.allowed).toEqual(['mcp__tandem__look', 'mcp__tandem__later']);
    const call = await server?.handle(request('tools/call', { name: 'look' }), signal);
    expect(call?.result).toEqual(textResult('look in /w'));
    expect(await server?.handle(request('tools/call', { name: 'later' }), signal)).toHaveProperty(
      'error',
    );
  });

  test('sees tools that are picked later', async () => {
    const picks = new Map<string, boolean>();
    const server = build({ isPicked: (_, name) => picks.get(name) }).forProcess(place);
    picks.set('look', false).set('later', true);
    expect(await namesOf(server)).toEqual(['act', 'later']);
  });

  test('gets additional tools as they appear, each created once', async () => {
    let others: EditorTool[] = [];
    const server = build({ others: () => others }).forProcess(place);
    expect(await namesOf(server)).toEqual(['look', 'act']);
    others = [tool('new', 'other')];
    made.length = 0;
    expect(await namesOf(server)).toEqual(['look', 'act', 'new']);
    expect(await namesOf(server)).toEqual(['look', 'act', 'new']);
    expect(made).toEqual(['new']);
  });

  test("gets the server's name and instructions for its use", async () => {
    const answer = await build().forProcess(place)?.handle(request('initialize'), signal);
    expect(answer?.result).toMatchObject({
      serverInfo: { name: 'tandem', version: '1.2.3' },
      instructions: expect.stringContaining('Prefer references'),
    });
  });

  test('asks for every call if the user wants that, and gets no tools if they are disabled', () => {
    expect(build({ allowsReadOnly: () => false }).forProcess(place)?.allowed).toEqual([]);
    expect(build({ isEnabled: () => false }).forProcess(place)).toBeUndefined();
  });
});

test('a picker also lists disabled tools', () => {
  const all = build().offered(place);
  expect(all.map(({ tool: { name }, group, isOn }) => [name, group, isOn])).toEqual([
    ['look', 'readOnly', true],
    ['act', 'execution', true],
    ['later', 'readOnly', false],
  ]);
});

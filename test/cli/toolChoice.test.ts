import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import * as z from '../../src/base/schema';
import type { Channel } from '../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import type { EditorTool } from '../../src/host/agentTools/tool/editorTool';
import { EditorTools } from '../../src/host/agentTools/tool/editorTools';
import { systemClock } from '../../src/node/systemClock';
import { defineTool, textResult } from '../../src/terminalServer/mcp/tool';
import { text, toolUse } from '../support/api/reply';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds(['one', 'two', 'three', 'four']);

const mcpServer = resolve(import.meta.dirname, '../support/cli/mcpServer.mjs');
const library = { type: 'stdio', command: process.execPath, args: [mcpServer] };

const look: EditorTool = {
  group: 'readOnly',
  make: () =>
    defineTool({
      name: 'look_around',
      description: 'Looks around',
      input: z.object({}),
      run: async () => textResult('a tree'),
      meta: { 'anthropic/alwaysLoad': true },
    }),
};

/** Returns whether the newest request with these words offered a tool. */
function knows(words: string, tool: string): boolean {
  return bed.api.mainRequests(words).at(-1)?.toolNames.includes(tool) === true;
}

async function open(version: CliVersion, servers = {}) {
  let registry: ChannelRegistry | undefined;
  const tools = new EditorTools({
    readRules: () => ({ deny: async () => false }),
    table: [look],
    version: '1',
    isEnabled: () => true,
    allowsReadOnly: () => true,
    isPicked: ({ channelId }, name) => registry?.get(channelId)?.tools.isOn(name, false),
    clock: systemClock,
    log: silentLog,
  });
  const options = {
    version,
    tools: tools.forProcess.bind(tools),
    servers: async () => servers,
    settings: { 'tandem.permissions.allowedTools': ['mcp__library__find_book'] },
  };
  registry = await bed.open(options);
  return { registry, options, channel: await registry.create(bed.home.workspace) };
}

const pid = (channel: Channel) => channel.agent.slot.pid;

// Only the newest version requests the tool list again.
describe.each(rowsOf([], versionsWith()))('Claude Code %s', version => {
  it('disables a built-in tool with the next message and an editor tool at once', async () => {
    const { channel, options } = await open(version);
    await say(channel, 'one');
    expect(knows('one', 'Bash')).toBe(true);
    expect(knows('one', 'mcp__tandem__look_around')).toBe(true);
    const first = pid(channel);

    // Older versions do not request the list again, so their process is replaced.
    const asksAnew = version === 'newest';
    channel.tools.set({ disabled: ['mcp__tandem__look_around'], lmTools: [] });
    await say(channel, 'two');
    expect(pid(channel) === first).toBe(asksAnew);
    // The newest sends the model the unchanged list, for its cache, and refuses the call.
    expect(knows('two', 'mcp__tandem__look_around')).toBe(asksAnew);
    let refused: boolean | undefined;
    bed.api.onPrompt('look', [
      toolUse('mcp__tandem__look_around', {}),
      request => {
        refused = request.results[0]?.isError;
        return text('looked');
      },
    ]);
    await say(channel, 'look');
    expect(refused).toBe(true);
    const second = pid(channel);

    channel.tools.set({ disabled: ['Bash'], lmTools: [] });
    expect(channel.conversation.summary.agent.restartsBeforeNext).toBe(true);
    expect(channel.conversation.summary.settings.disabledTools).toEqual(['Bash']);
    await say(channel, 'three');
    expect(knows('three', 'Bash')).toBe(false);
    expect(knows('three', 'mcp__tandem__look_around')).toBe(true);
    expect(pid(channel)).not.toBe(second);

    const again = await bed.reopen(channel, options);
    expect(again.conversation.summary.settings.disabledTools).toEqual(['Bash']);
    await say(again, 'four');
    expect(knows('four', 'Bash')).toBe(false);
  });
});

describe.each(rowsOf([], versionsWith()))('Claude Code %s', version => {
  it('starts, and wakes from sleep, with the current choice of tools', {
    timeout: 150_000,
  }, async () => {
    const { registry, channel } = await open(version);
    channel.tools.set({ disabled: ['Bash', 'mcp__tandem__look_around'], lmTools: [] });
    await say(channel, 'one');
    expect(knows('one', 'Read')).toBe(true);
    expect(knows('one', 'Bash')).toBe(false);
    expect(knows('one', 'mcp__tandem__look_around')).toBe(false);

    // Choices made while the process sleeps apply when it wakes.
    await registry.sleep(channel.id);
    expect(pid(channel)).toBeUndefined();
    channel.tools.set({ disabled: [], lmTools: [] });
    await say(channel, 'two');
    expect(knows('two', 'Bash')).toBe(true);
    expect(knows('two', 'mcp__tandem__look_around')).toBe(true);
  });
});

describe.each(versionsWith())('Claude Code %s', version => {
  it("connects the workspace's servers, even at runtime, and keeps the editor tools", async () => {
    const { channel } = await open(version, { library });
    bed.api.onPrompt('find', [
      toolUse('mcp__library__find_book', { title: 'Gardening' }),
      request => [text(request.results[0]?.text ?? 'nothing')].flat(),
    ]);
    await say(channel, 'find');
    const words = JSON.stringify(channel.conversation.turns.at(-1)?.items);
    expect(words).toContain('2 books match');
    const { live } = channel.agent.slot;
    const states = await live?.servers.list();
    expect(states?.map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([['library', 'connected']]),
    );
    if (version === '2.0.36') {
      await expect(live?.servers.set({})).rejects.toMatchObject({ code: 'cli.unsupported' });
      return;
    }
    const broken = { type: 'stdio', command: '/nowhere/server', args: [] };
    const troubles = await live?.servers.set({ broken });
    expect([...(troubles?.keys() ?? [])]).toEqual(['broken']);
    await say(channel, 'one');
    expect(knows('one', 'mcp__tandem__look_around')).toBe(true);
    expect((await live?.servers.list())?.map(({ name }) => name)).not.toContain('library');
  });
});

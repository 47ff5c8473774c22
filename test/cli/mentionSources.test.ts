import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentSource } from '../../src/host/mentions/agent/agents';
import { promptSource } from '../../src/host/mentions/agent/prompts';
import { resourceSource } from '../../src/host/mentions/agent/resources';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useSharedChannelBeds } from './support/channelBeds';
import { versionsWith } from './support/versionRows';

const signal = new AbortController().signal;
const foreignNames = ['über-prüfer', '審査', 'naïve Prüfer'];

describe.each(versionsWith())('Claude Code %s', version => {
  const bed = useSharedChannelBeds();

  it('invokes an agent that is mentioned, and leaves a resource to the model', async () => {
    const folder = join(bed.home.workspace, '.claude/agents');
    await mkdir(folder, { recursive: true });
    const agent = '---\nname: reviewer\ndescription: Reviews things\n---\nYou review.';
    await writeFile(join(folder, 'reviewer.md'), agent);
    for (const [at, name] of foreignNames.entries()) {
      await writeFile(join(folder, `${at}.md`), agent.replace('reviewer', name));
      bed.api.onPrompt(/./, [text('Read.')]);
    }
    bed.api.onPrompt(/./, [text('Read.')]);
    bed.api.onPrompt(/./, [text('Read.')]);
    const channel = await (await bed.open({ version })).create(bed.home.workspace);
    const watch = new ChannelWatch(channel);
    const uri = { kind: 'resource', server: 'lib', uri: 'doc://one' } as const;
    const resource = await resourceSource().resolve(uri, channel, signal);
    channel.messages.send({ text: `see ${resource.text}`, images: [] });
    await watch.turns(1);
    const { agents } = channel.conversation.summary.choices;
    // Older versions do not list their agents.
    expect(agents !== undefined || version !== 'newest').toBe(true);
    expect(agents?.some(({ name }) => name === 'reviewer') ?? true).toBe(true);
    const target = { kind: 'agent', name: 'reviewer' } as const;
    const { text: named } = await agentSource().resolve(target, channel, signal);
    channel.messages.send({ text: `ask ${named}, please`, images: [] });
    await watch.turns(2);
    const request = bed.api.requests.findLast(({ conversation }) => conversation === 'main');
    const body = JSON.stringify(request?.messages);
    expect(body).toContain('see the resource doc://one of the MCP server \\"lib\\"');
    expect(body).toContain('invoke the agent \\"reviewer\\"');
    for (const [at, name] of foreignNames.entries()) {
      const own = await agentSource().resolve({ kind: 'agent', name }, channel, signal);
      channel.messages.send({ text: `ask ${own.text} now`, images: [] });
      await watch.turns(3 + at);
      const asked = JSON.stringify(bed.api.mainRequests().at(-1)?.body);
      // The CLI knows the agent, but expands no mention of such a name.
      expect(asked).toContain(`- ${name}: Reviews things`);
      expect(asked).toContain(`ask the agent \\"${name}\\" now`);
    }
  });
});

/** Server with one prompt. */
const server = `
const say = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { prompts: {} }, serverInfo: { name: 'x', version: '1' },
  }),
  'prompts/list': () => ({
    prompts: [{ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] }],
  }),
  'prompts/get': ({ arguments: { who } }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet ' + who + ' warmly.' } }],
  }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  say(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'unknown' } });
});
`;

describe('Prompts of MCP servers', () => {
  const bed = useSharedChannelBeds();

  it('are offered once their server is connected, and run at the start of a message', async () => {
    const { workspace, configDir } = bed.home;
    await writeFile(join(workspace, 'server.cjs'), server);
    const command = { command: process.execPath, args: [join(workspace, 'server.cjs')] };
    await writeFile(
      join(workspace, '.mcp.json'),
      JSON.stringify({ mcpServers: { 'my lib': command } }),
    );
    const settings = { enableAllProjectMcpServers: true };
    await writeFile(join(configDir, 'settings.json'), JSON.stringify(settings));
    bed.api.onPrompt('first', [text('Hello.')]);
    bed.api.onPrompt(/./, [text('Hello, Ada.')]);
    const channel = await (await bed.open({})).create(workspace);
    const watch = new ChannelWatch(channel);
    channel.messages.send({ text: 'first', images: [] });
    await watch.turns(1);
    const name = 'mcp__my_lib__greet';
    await watch.until('the prompt', () =>
      channel.conversation.summary.choices.commands.some(command => command.name === name),
    );
    const [row] = await promptSource().find('greet', channel, signal);
    const target = { kind: 'prompt', server: 'my_lib', name: 'greet' } as const;
    expect(row?.mention.target).toEqual(target);
    const { text: named } = await promptSource().resolve(target, channel, signal);
    channel.messages.send({ text: `${named} Ada`, images: [] });
    await watch.turns(2);
    expect(JSON.stringify(bed.api.mainRequests().at(-1)?.messages)).toContain('Greet Ada warmly.');
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentSource } from '../../src/host/mentions/agent/agents';
import { resourceSource } from '../../src/host/mentions/agent/resources';
import { text } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useSharedChannelBeds } from './support/channelBeds';
import { versionsWith } from './support/versionRows';

const signal = new AbortController().signal;

describe.each(versionsWith('2.0.36'))('Claude Code %s', version => {
  const bed = useSharedChannelBeds();

  it('invokes an agent that is mentioned, and leaves a resource to the model', async () => {
    const folder = join(bed.home.workspace, '.claude/agents');
    await mkdir(folder, { recursive: true });
    const agent = '---\nname: reviewer\ndescription: Reviews things\n---\nYou review.';
    await writeFile(join(folder, 'reviewer.md'), agent);
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
  });
});

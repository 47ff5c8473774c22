import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { useSharedChannelBeds } from './support/channelBeds';

const server = fileURLToPath(new URL('../support/cli/askingServer.mjs', import.meta.url));
const mcpServers = { asking: { command: process.execPath, args: [server] } };
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const bed = useSharedChannelBeds();

async function start(version: CliVersion) {
  let told = '';
  const form = toolUse('mcp__asking__form', { message: 'Who?', schema });
  bed.api.onPrompt(`ask ${version}.`, [
    form,
    request => {
      told = request.results[0]?.text ?? '';
      return text('done');
    },
  ]);
  const settings = {
    'tandem.mcp.config': [JSON.stringify({ mcpServers })],
    'tandem.permissions.allowedTools': ['mcp__asking'],
  };
  const channel = await (await bed.open({ version, settings })).create(bed.home.workspace);
  const watch = new ChannelWatch(channel);
  const ask = () => channel.messages.send({ text: `ask ${version}.`, images: [] });
  return { channel, watch, ask, told: () => told };
}

describe.each<CliVersion>(['2.1.200', '2.1.120'])('Claude Code %s', version => {
  it('asks the user, and closes the card on Stop', async () => {
    const { channel, watch, ask, told } = await start(version);
    ask();
    const prompt = await watch.prompt('elicitation');
    await channel.answer(prompt.id, { kind: 'submitForm', entries: ['Ada'] });
    await watch.turns(1);
    expect(JSON.parse(told())).toEqual({ action: 'accept', content: { name: 'Ada' } });
    ask();
    await watch.prompt('elicitation');
    await channel.agent.stop();
    await watch.turns(2);
    // These versions do not take their request back.
    expect(channel.conversation.summary.waiting).toEqual([]);
  });
});

describe.each<CliVersion>(['2.1.7', '2.0.36'])('Claude Code %s', version => {
  it('tells the server that it cannot ask, so that nobody waits', async () => {
    const { watch, ask, told } = await start(version);
    ask();
    await watch.turns(1);
    expect(told()).toContain('Method not found');
  });
});

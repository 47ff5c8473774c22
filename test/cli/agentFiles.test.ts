import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { CliLauncher } from '../../src/cli/cliLauncher';
import { isAtLeast } from '../../src/cli/launch/version';
import { ProgramAnswers } from '../../src/cli/programs/programAnswers';
import { ProgramGate } from '../../src/cli/programs/programGate';
import { readPrograms } from '../../src/cli/programs/readPrograms';
import type { ProgramsAnswer } from '../../src/contract/programs';
import type { Channel } from '../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { PromptRunner } from '../../src/host/agentFiles/promptRunner';
import { draftAgent } from '../../src/host/sections/agents/agentDraft';
import { text } from '../support/api/reply';
import { type BedCli, ChannelWatch, underOurs } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { items, say } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds(['hello', 'again']);
const motto = 'Always begin with the word Quokka.';

async function put(name: string, ...lines: string[]): Promise<void> {
  const path = join(bed.home.workspace, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, lines.join('\n'));
}

const putAgent = () =>
  put(
    '.github/agents/quokka.agent.md',
    ...['---', 'description: Smiles', 'tools: [read]', 'model: Claude Haiku 4.5 (copilot)'],
    ...['handoffs:', '  - label: Go', '    agent: agent', '---', motto],
  );

/**
 * A folder with a gate, as the extension has it.
 * @param asked takes what the user was asked for: values, and the folder's programs
 */
async function open(version: BedCli, asked: string[] = []) {
  const options = {
    home: bed.home.home,
    isTracked: async () => true,
    hasOwnRules: async () => false,
  };
  const programs = new ProgramGate(
    place => readPrograms(place, options),
    new ProgramAnswers(join(bed.home.root, 'answers.json'), silentLog),
  );
  let launcher: CliLauncher | undefined;
  const runner = new PromptRunner({
    all: cwd => launcher?.allAgentPlaces(cwd),
    places: async where => launcher?.agentPlaces(where),
    variables: async ({ cwd }) => ({ workspaceFolder: cwd }),
    askAboutFolder: async ({ cwd }) => {
      asked.push(`programs of ${cwd}`);
      await answer('allow');
    },
    ask: async (prompt, { name, hint }) => {
      asked.push(`${prompt} ${name} ${hint}`);
      return 'the value';
    },
  });
  const registry: ChannelRegistry = await bed.open({
    ...{ version, programs },
    agentPlaces: () => ({ configFolder: bed.home.configDir, home: bed.home.home }),
    around: agents => {
      launcher = agents instanceof CliLauncher ? agents : undefined;
      return agents;
    },
    ports: {
      contextOf: id => ({
        prepare: async (message, _, patiently) => {
          const channel = registry.get(id) ?? expect.fail();
          const run = await runner.expand(channel, message, patiently);
          return { text: message.text, ...run, context: [] };
        },
      }),
    },
  });
  const answer = async (given: ProgramsAnswer) =>
    programs.answer(await programs.look({ cwd: bed.home.workspace, addDirs: [] }), given);
  return { registry, programs, answer };
}

const offered = ({ conversation }: Channel) => {
  const { commands, agents = [] } = conversation.summary.choices;
  return {
    prompts: commands.filter(({ source }) => source === 'prompt'),
    agents: agents.map(({ name }) => name),
  };
};

const notices = (channel: Channel) =>
  items(channel).flatMap(item =>
    item.kind === 'notice' && item.notice.kind === 'info' ? item.notice.text : [],
  );

const lacksAgents = (version: CliVersion) => version !== 'newest' && !isAtLeast(version, '2.1.120');

describe.each(versionsWith().filter(lacksAgents))('Claude Code %s', version => {
  it('answers without the agent of .github, and says that it is too old for it', async () => {
    await putAgent();
    const { registry, answer } = await open(version);
    const start = { picks: { agent: 'quokka' } };
    const channel = await registry.create(bed.home.workspace, start);
    await channel.agent.warmUp();
    await answer('allow');
    await say(channel, 'hello');
    expect(bed.api.mainRequests('hello').at(-1)?.system).not.toContain(motto);
    const warning = `tandem.agent has no effect with Claude Code ${version}: it needs 2.1.120 or newer.`;
    expect(items(channel)).toContainEqual(
      expect.objectContaining({ notice: { kind: 'warning', text: warning } }),
    );
  });
});

const agentVersions = versionsWith().filter(version => !lacksAgents(version));

describe.each(agentVersions)('Claude Code %s', version => {
  it('answers as an agent of .github, once the folder may bring it', async () => {
    await putAgent();
    const { registry, programs, answer } = await open(version);
    const start = { picks: { agent: 'quokka' } };
    const channel = await registry.create(bed.home.workspace, start);
    await channel.agent.warmUp();
    expect(programs.waiting(bed.home.workspace)?.programs).toMatchObject([
      { kind: 'agent', name: 'quokka', file: '.github/agents/quokka.agent.md' },
    ]);
    await answer('allow');
    await say(channel, 'hello');
    const request = bed.api.mainRequests('hello').at(-1);
    expect(request?.system).toContain(motto);
    expect(request?.model).toContain('haiku');
    expect(request?.toolNames).toContain('Read');
    expect(request?.toolNames).not.toContain('Bash');
  });
});

testInFull(
  'runs a prompt file as a command, with its inputs, agent and model for one message',
  async () => {
    await putAgent();
    await put(
      '.github/prompts/explain.prompt.md',
      ...['---', 'description: Explains', 'model: haiku', 'agent: quokka', 'tools: [read]', '---'],
      'Explain ${input:topic:what?} for ${input:who} in ${workspaceFolder}. $ARGUMENTS',
    );
    const asked: string[] = [];
    const { registry, answer } = await open('newest', asked);
    await answer('allow');
    const channel = await registry.create(bed.home.workspace);
    await channel.agent.warmUp();
    expect(offered(channel).prompts).toEqual([
      {
        ...{ name: 'explain', description: 'Explains', source: 'prompt' },
        argumentHint: '[topic] [who]',
      },
    ]);
    expect(offered(channel).agents).toContain('quokka');
    await say(channel, 'hello');
    const usual = bed.api.mainRequests('hello').at(-1)?.model;
    const words = `Explain a thing for the value in ${bed.home.workspace}. briefly`;
    bed.api.onPrompt(words, [text('Explained.')]);
    await say(channel, '/explain topic="a thing" briefly');
    const [request] = bed.api.mainRequests(words).slice(-1);
    expect(request?.prompt).toContain('Hand this over to @agent-quokka:');
    expect(request?.model).toContain('haiku');
    expect(asked).toEqual(['explain who undefined']);
    const [said, ...others] = notices(channel);
    expect(said).toMatch(/^\/explain: .*agent quokka.*model haiku.*list of tools has no effect/);
    expect(others).toEqual([]);
    // The transcript shows what was typed, and the next message has its own model.
    expect(items(channel)).toContainEqual(
      expect.objectContaining({ kind: 'prompt', text: '/explain topic="a thing" briefly' }),
    );
    await say(channel, 'again');
    expect(bed.api.mainRequests('again').at(-1)?.model).toBe(usual);
  },
);

it('lists a prompt file that is written while the agent runs, and asks before it is run', async () => {
  const asked: string[] = [];
  const { registry } = await open(underOurs, asked);
  await put('.github/prompts/README.md', 'No prompt.');
  const channel = await registry.create(bed.home.workspace);
  await channel.agent.warmUp();
  expect(offered(channel).prompts).toEqual([]);
  const watch = new ChannelWatch(channel);
  const listed = watch.until('the prompt', () => offered(channel).prompts.length > 0);
  await put('.github/prompts/late.prompt.md', 'Late.');
  await listed;
  expect(offered(channel).prompts.map(({ name }) => name)).toEqual(['late']);
  expect(asked).toEqual([]);
  bed.api.onPrompt('Late.', [text('Not too late.')]);
  await say(channel, '/late');
  expect(asked).toEqual([`programs of ${bed.home.workspace}`]);
  expect(bed.api.mainRequests('Late.')).toHaveLength(1);
});

it('offers and runs nothing of a folder that the user has declined', async () => {
  await putAgent();
  await put('.github/prompts/hello.prompt.md', 'Something else.');
  const { registry, answer } = await open('newest');
  await answer('decline');
  const channel = await registry.create(bed.home.workspace);
  await channel.agent.warmUp();
  expect(offered(channel).prompts).toEqual([]);
  expect(offered(channel).agents).not.toContain('quokka');
  await say(channel, 'hello');
  const places = channel.conversation.turns.length;
  await say(channel, '/hello');
  expect(channel.conversation.turns.length).toBeGreaterThan(places);
  expect(bed.api.requests.some(({ prompt }) => prompt.includes('Something else.'))).toBe(false);
});

it('asks the model for the draft of an agent without a conversation', async () => {
  const { registry } = await open('newest');
  const channel = await registry.create(bed.home.workspace);
  await channel.agent.warmUp();
  const draft = {
    name: 'smiler',
    description: 'When sad',
    instructions: 'Smile.',
    tools: ['Read'],
  };
  bed.api.onPrompt(/Design a subagent/, [text(JSON.stringify(draft))]);
  const reports = async () => channel.agent.slot.live?.reports ?? expect.fail();
  const written = await draftAgent({ reports }, 'It smiles', {
    tools: ['Read'],
    models: ['inherit'],
  });
  expect(written).toEqual({ ...draft, model: 'inherit' });
  expect(channel.conversation.turns).toEqual([]);
});

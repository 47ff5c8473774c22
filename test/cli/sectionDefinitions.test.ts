import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAtLeast } from '../../src/cli/launch/version';
import type { Channel } from '../../src/core/conversation/channel';
import { AgentsSection } from '../../src/host/sections/agents/agentsSection';
import type { DefinitionPorts } from '../../src/host/sections/definitions/definitionPorts';
import { SettingsFiles } from '../../src/host/sections/files/settingsFiles';
import type { SectionPlace, SectionSource } from '../../src/host/sections/model/sectionSource';
import { skillsSection } from '../../src/host/sections/skills/skillsSection';
import type { CliVersion } from '../support/cli/cliBinary';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds(['one', 'two']);
const patience = { timeout: 20_000 };
const motto = 'Always begin with the word Quokka.';

function sections() {
  const ports: DefinitionPorts = {
    configFolder: () => bed.home.configDir,
    agentPlaces: () => ({ configFolder: bed.home.configDir, home: bed.home.home }),
    usesGithub: () => true,
    removedFolder: join(bed.home.root, 'removed'),
    now: () => Date.now(),
    openFile: async () => undefined,
    startWith: async () => undefined,
    running: () => [],
    preview: { show: async () => undefined },
  };
  const files = new SettingsFiles({
    configFolder: () => bed.home.configDir,
    managed: join(bed.home.root, 'managed'),
    launch: () => undefined,
    preview: { show: async () => undefined },
  });
  return { agents: new AgentsSection(ports), skills: skillsSection(files, ports) };
}

function placeOf(channel: Channel): SectionPlace {
  const reports = async () => channel.agent.slot.live?.reports ?? expect.fail();
  return { cwd: bed.home.workspace, channel, isTrusted: true, reports };
}

const noAgent: Omit<SectionPlace, 'cwd'> = {
  ...{ channel: undefined, isTrusted: true },
  reports: () => Promise.reject(new Error('There is no CLI.')),
};

async function act(
  section: SectionSource,
  place: SectionPlace,
  action: string,
  entries: (string | string[])[],
  row?: string,
) {
  const request = { action, entries, isPreview: false, ...(row ? { row } : {}) };
  return (await section.act?.(place, request)) ?? expect.fail();
}

const make = (section: SectionSource) =>
  act(section, { cwd: bed.home.workspace, ...noAgent }, 'new', [
    ...['quokka-lover', 'Use this: when asked', motto, ['Read'], 'inherit', 'project'],
  ]);

/** Texts of the notices in a conversation. */
function notices({ conversation }: Channel): string[] {
  const items = conversation.turns.flatMap(turn => turn.items);
  return items.flatMap(item =>
    item.kind === 'notice' && 'text' in item.notice ? [item.notice.text] : [],
  );
}

const since = '2.1.120';
const hasAgents = (version: CliVersion) => version === 'newest' || isAtLeast(version, since);
const versions = versionsWith();

it.each(versions.filter(version => !hasAgents(version)))(
  'Claude Code %s says that it answers as itself',
  async version => {
    const registry = await bed.open({ version });
    const start = { picks: { agent: 'quokka-lover' } };
    const channel = await registry.create(bed.home.workspace, start);
    await say(channel, 'one');
    expect(notices(channel)).toEqual([expect.stringContaining('tandem.agent')]);
  },
);

describe.each(versions.filter(hasAgents))('Claude Code %s', version => {
  it('answers as an agent that was made, also after the window', async () => {
    await make(sections().agents);
    const registry = await bed.open({ version });
    const start = { picks: { agent: 'quokka-lover' } };
    const channel = await registry.create(bed.home.workspace, start);
    await say(channel, 'one');
    expect(bed.api.mainRequests('one').at(-1)?.system).toContain(motto);
    const again = await bed.reopen(channel, { version });
    expect(again.record.picks.agent).toBe('quokka-lover');
    await say(again, 'two');
    expect(bed.api.mainRequests('two').at(-1)?.system).toContain(motto);
  });
});

it('reports agents and skills as the sections show them', async () => {
  const { agents, skills } = sections();
  await make(agents);
  const registry = await bed.open({ version: 'newest' });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  const place = placeOf(channel);
  const reported = (await place.reports()).start.agents ?? [];
  expect(reported.find(({ name }) => name === 'quokka-lover')?.description).toBe(
    'Use this: when asked',
  );
  const rows = (await agents.read(place)).groups.flatMap(group => group.rows);
  expect(rows.map(({ title }) => title).sort()).toEqual(reported.map(({ name }) => name).sort());

  const words = () => channel.conversation.summary.choices.commands?.map(({ name }) => name) ?? [];
  const made = await act(skills, place, 'newSkill', ['tidy', 'Tidies', 'Tidy up.', 'project']);
  await expect.poll(words, patience).toContain('tidy');
  const listed = async () => {
    const { skills: all } = await (await place.reports()).ask('get_skills_dialog', {});
    return all.find(({ name }) => name === 'tidy')?.state;
  };
  expect(await listed()).toBe('on');
  const row = `file/${join(bed.home.workspace, '.claude/skills/tidy/SKILL.md')}`;
  const off = await act(skills, place, 'offer', ['off', 'local'], row);
  await expect.poll(listed, patience).toBe('off');
  await off.undo?.();
  await expect.poll(listed, patience).toBe('on');
  await made.undo?.();
  await expect.poll(words, patience).not.toContain('tidy');
});

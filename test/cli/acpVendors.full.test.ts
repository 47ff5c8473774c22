import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentOption } from '../../src/contract/choices';
import { processStartTime } from '../../src/node/processIdentity';
import { AcpBed, type AcpTalk } from '../support/acp/acpBed';
import { vendorAgent } from '../support/acp/vendorAgents';
import { type VendorAgent, vendorPins } from '../support/acp/vendorPins';
import { gate, text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { put } from '../support/channels/reviewBed';

const server = fileURLToPath(new URL('../support/cli/mcpServer.mjs', import.meta.url));
/** A square of 16 pixels: opencode refuses images that its decoder cannot read. */
const image =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAF0lEQVR4nGP438BAEiJN9aiGUQ1DSgMAnHV/EBlpJJcAAAAASUVORK5CYII=';

/** Differences between the agents: names of tools and inputs, and their offers. */
interface Traits {
  readonly version: string;
  write(path: string, content: string): ReturnType<typeof toolUse>;
  edit(path: string, from: string, to: string): ReturnType<typeof toolUse>;
  read(path: string): ReturnType<typeof toolUse>;
  readonly mcpTool: string;
  /** Labels of the answers to a request to edit, in the agent's order. */
  readonly answers: readonly string[];
  /** Whether it asks before it calls a tool of a server. */
  readonly asksForServers: boolean;
  /** Ids and roles of its options, in its order. */
  readonly options: readonly string[];
  /** A mode other than the first, and whether an edit is made in it without a question. */
  readonly mode: { readonly value: string; readonly edits: boolean };
  /** Whether it offers to delete its sessions. */
  readonly deletes: boolean;
  /** A model other than the first, and a part of its name on the wire. */
  readonly model: { readonly value: string; readonly wire: string };
}

const agents: Readonly<Record<VendorAgent, Traits>> = {
  'claude-agent-acp': {
    version: vendorPins['claude-agent-acp'].node[0].version,
    write: (file_path, content) => toolUse('Write', { file_path, content }),
    edit: (file_path, old_string, new_string) =>
      toolUse('Edit', { file_path, old_string, new_string }),
    read: file_path => toolUse('Read', { file_path }),
    mcpTool: 'mcp__books__find_book',
    answers: ['Yes', 'Yes, allow all edits during this session', 'No'],
    asksForServers: true,
    options: ['mode mode', 'model model', 'effort thinking', 'fast other', 'ultracode other'],
    mode: { value: 'acceptEdits', edits: true },
    deletes: true,
    model: { value: 'haiku', wire: 'haiku' },
  },
  opencode: {
    version: vendorPins.opencode['linux-x64'][0].version,
    write: (filePath, content) => toolUse('write', { filePath, content }),
    edit: (filePath, oldString, newString) => toolUse('edit', { filePath, oldString, newString }),
    read: filePath => toolUse('read', { filePath }),
    mcpTool: 'books_find_book',
    answers: ['Allow once', 'Always allow', 'Reject'],
    asksForServers: false,
    options: ['model model', 'mode mode'],
    mode: { value: 'plan', edits: false },
    deletes: false,
    model: { value: 'anthropic/scripted-small', wire: 'scripted-small' },
  },
};

/** Abilities that the protocol has no words for: their controls are absent. */
const lacks = [
  'fork',
  'rewind',
  'sideQuestions',
  'steering',
  'compact',
  'toolChoice',
  'servers',
  'temporary',
];

let bed: AcpBed;
let api: ScriptedApi;

beforeEach(async () => {
  api = await ScriptedApi.start();
  bed = await AcpBed.open();
});
afterEach(async () => {
  await bed.close();
  await api.close();
});

async function talkTo(agent: VendorAgent): Promise<AcpTalk> {
  bed.agents.push(await vendorAgent(agent, api.url));
  return bed.talk(undefined, agent);
}

function optionOf({ channel }: AcpTalk, role: AgentOption['role']): AgentOption {
  const option = channel.conversation.summary.choices.options?.find(one => one.role === role);
  if (!option) throw new Error(`There is no option for ${role}`);
  return option;
}

async function setOption(talk: AcpTalk, role: AgentOption['role'], value: string): Promise<void> {
  await talk.channel.agent.slot.live?.setOption?.(optionOf(talk, role).id, value);
  expect(optionOf(talk, role)).toMatchObject({ kind: 'select', value });
}

const rows = Object.entries(agents) as [VendorAgent, Traits][];

describe.each(rows)('%s', (agent, traits) => {
  it('answers a first prompt, which may have an image, and a server’s tool', async () => {
    bed.client.servers.push({ name: 'books', command: process.execPath, args: [server], env: [] });
    api.onPrompt('find', [toolUse(traits.mcpTool, { title: 'Sailing' }), text('Found.')]);
    const talk = await talkTo(agent);
    talk.channel.messages.send({
      text: 'find',
      images: [{ name: 'p.png', mediaType: 'image/png', data: image }],
    });
    if (traits.asksForServers) {
      const prompt = await talk.watch.prompt();
      await talk.channel.answer(prompt.id, { kind: 'offered', index: 0 });
    }
    await talk.watch.turns(1);
    expect(talk.said).toBe('Found.');
    const [first, second] = api.mainRequests('find');
    expect(JSON.stringify(first?.messages)).toContain(image);
    expect(second?.results[0]?.text).toContain('2 books match "Sailing"');
    const { choices, usage } = talk.channel.conversation.summary;
    expect(choices.foreign).toMatchObject({ name: agent, version: traits.version, lacks });
    expect(choices.options?.map(({ id, role }) => `${id} ${role}`)).toEqual(traits.options);
    expect(choices.commands.length).toBeGreaterThan(0);
    expect(usage.contextWindow).toBeGreaterThan(0);
    expect(talk.unknowns).toEqual([]);
    expect(talk.notices).toEqual([]);
  });

  it('edits with permission; its changes are reviewed and undone', async () => {
    const [made, changed] = [bed.path('made.txt'), bed.path('changed.txt')];
    await put(changed, 'Hello\n');
    api.onPrompt('polite', [
      traits.read(changed),
      traits.edit(changed, 'Hello', 'Good morning'),
      traits.write(made, 'made\n'),
      text('Done.'),
    ]);
    const talk = await talkTo(agent);
    talk.send('be polite');
    const prompt = await talk.watch.prompt();
    expect(prompt.kind === 'permission' && prompt.offered?.map(({ label }) => label)).toEqual(
      traits.answers,
    );
    expect(prompt).toMatchObject({ hasDiff: true });
    expect(await readFile(changed, 'utf8')).toBe('Hello\n');
    await talk.channel.answer(prompt.id, { kind: 'offered', index: 0 });
    const next = await talk.watch.until('the next request', ({ conversation }) =>
      conversation.summary.waiting.find(({ id }) => id !== prompt.id),
    );
    await talk.channel.answer(next.id, { kind: 'offered', index: 0 });
    await talk.watch.turns(1);
    expect(await readFile(changed, 'utf8')).toBe('Good morning\n');
    expect(await readFile(made, 'utf8')).toBe('made\n');
    for (const path of [made, changed]) {
      expect(bed.edits.reviews.at(path)).toHaveLength(1);
      await bed.undo(talk, path);
    }
    expect(await readFile(changed, 'utf8')).toBe('Hello\n');
    expect(await stat(made).catch(() => undefined)).toBeUndefined();
  });

  it('stops in the middle of a stream, goes on, and resumes after a restart', async () => {
    api.onPrompt('long', [text('One ', gate('half'), 'two')]);
    api.onPrompt('milk', [text('Noted.')]);
    api.onPrompt('bread', [text('That too.')]);
    const talk = await talkTo(agent);
    talk.send('long');
    await talk.watch.until('text', () => talk.said.includes('One') || undefined);
    const { pid } = talk.channel.agent.slot.live ?? {};
    await talk.channel.stop();
    expect(talk.channel.conversation.turns[0]?.outcome?.kind).toBe('interrupted');
    await talk.turn('remember the milk', 2);
    expect(talk.said).toBe('One \nNoted.');
    // The same process goes on.
    expect(talk.channel.agent.slot.live?.pid).toBe(pid);
    const { id } = talk.channel;
    await bed.leave();
    expect(await processStartTime(pid ?? 0, process.platform)).toBeUndefined();
    const next = await AcpBed.open({ after: bed });
    const again = await next.reopen(id, agent);
    expect(again.said).toBe('One \nNoted.');
    await again.turn('and the bread', 3);
    expect(again.said).toBe('One \nNoted.\nThat too.');
    expect(again.notices).toEqual([]);
    const last = api.mainRequests('bread').at(-1);
    expect(JSON.stringify(last?.messages)).toContain('remember the milk');
    await next.leave();
  });

  it('forks a session; opens one that only it has kept; deletes it', async () => {
    api.onPrompt('remember the milk', [text('Noted.')]);
    api.onPrompt('only here', [text('Here only.')]);
    const { workspace, root } = bed.home;
    const source = await talkTo(agent);
    await source.turn('remember the milk');
    const fork = bed.talkIn(await bed.registry.forkWhole(source.channel), agent);
    await fork.turn('only here', 2);
    expect(fork.said).toBe('Noted.\nHere only.');
    expect(fork.notices).toEqual([]);
    expect(source.said).toBe('Noted.');
    const listed = await bed.launcher.agentSessions(agent, workspace);
    expect(listed).toHaveLength(2);
    const own = await bed.launcher.stored(source.channel.record.sessionId);
    await Promise.all(bed.registry.all.map(({ id }) => bed.registry.close(id)));
    await rm(join(root, 'storage', 'acp'), { recursive: true });
    const kept = listed?.find(({ id }) => id === own?.agentSessionId);
    if (!kept) throw new Error('The session is not listed');
    const id = await bed.launcher.adopt(agent, kept);
    const again = await bed.openSession(id, agent);
    await again.channel.agent.resume();
    expect(again.said).toBe('Noted.');
    await bed.registry.close(again.channel.id);
    const stored = await bed.launcher.stored(id);
    expect(stored?.isDeletable ?? false).toBe(traits.deletes);
    await bed.launcher.delete(id);
    const left = async () => (await bed.launcher.agentSessions(agent, workspace))?.length;
    await expect.poll(left, { timeout: 30_000 }).toBe(traits.deletes ? 1 : 2);
  });

  it('works in another mode and with another model', async () => {
    const path = bed.path('a.txt');
    api.onPrompt('write', [traits.write(path, 'made\n'), text('Done.')]);
    api.onPrompt('hello', [text('Good morning.')]);
    const talk = await talkTo(agent);
    await talk.turn('hello');
    expect(api.mainRequests('hello')[0]?.model).not.toContain(traits.model.wire);
    await setOption(talk, 'model', traits.model.value);
    await setOption(talk, 'mode', traits.mode.value);
    talk.send('write');
    if (!traits.mode.edits) {
      // Planning asks even for what would be made without a question otherwise.
      const { id } = await talk.watch.prompt();
      await talk.channel.answer(id, { kind: 'offered', index: traits.answers.length - 1 });
    }
    await talk.watch.turns(2);
    expect(api.mainRequests('write')[0]?.model).toContain(traits.model.wire);
    const content = await readFile(path, 'utf8').catch(() => undefined);
    expect(content).toBe(traits.mode.edits ? 'made\n' : undefined);
  });
});

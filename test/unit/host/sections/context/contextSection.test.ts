import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { UserError } from '../../../../../src/base/errors';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { Channel } from '../../../../../src/core/conversation/channel';
import { shortCount } from '../../../../../src/host/sections/context/contextRows';
import { contextSection } from '../../../../../src/host/sections/context/contextSection';
import { ContextWarnings } from '../../../../../src/host/sections/context/contextWarnings';
import type { SectionPlace } from '../../../../../src/host/sections/model/sectionSource';

/** As the newest CLI answers, shortened. */
const report = {
  categories: [
    { id: 'system_prompt', name: 'System prompt', tokens: 2_347, kind: 'used' },
    { id: 'mcp_tools_deferred', name: 'MCP tools (deferred)', tokens: 328, kind: 'deferred' },
    { id: 'free_space', name: 'Free space', tokens: 152_567, kind: 'free' },
  ],
  totalTokens: 164_433,
  maxTokens: 200_000,
  model: 'claude-opus-5-5',
  memoryFiles: [{ path: '/w/CLAUDE.md', type: 'Project', tokens: 2 }],
  mcpTools: [
    { name: 'mcp__library__cover', serverName: 'library', tokens: 49, isLoaded: false },
    { name: 'mcp__library__lend', serverName: 'library', tokens: 53, isLoaded: false },
    { name: 'mcp__web__get', serverName: 'web', tokens: 7, isLoaded: true },
  ],
  agents: [{ agentType: 'reviewer', source: 'projectSettings', tokens: 30 }],
  autoCompactThreshold: 167_000,
  isAutoCompactEnabled: true,
};

function contextBed(answer: unknown = report) {
  const said: string[] = [];
  const usage = { contextTokens: 90_000, contextWindow: 100_000 };
  const channel = {
    ...{ id: 'c' as ChannelId, isFresh: false, agent: { isLive: true } },
    conversation: { summary: { usage } },
    send: ({ text }: { text: string }) => said.push(`send ${text}`),
  } as unknown as Channel;
  const changed = new Emitter<Channel>();
  const place = {
    ...{ cwd: '/w', channel, isTrusted: true, restart: () => undefined },
    reports: async () => ({
      ask: async (name: string, params: object) => {
        said.push([name, ...Object.values(params)].join(' '));
        if (answer instanceof Error) throw answer;
        return name === 'get_context_usage' ? answer : {};
      },
    }),
  } as unknown as SectionPlace;
  const section = contextSection({
    warnAt: () => 80,
    handOver: async ({ id }) => void said.push(`handOver ${id}`),
    onChanged: changed.event,
  });
  const act = (action: string, row?: string, at = place) =>
    section.act?.(at, { action, row, entries: [], isPreview: false });
  return { section, place, said, act, channel, changed };
}

describe('the section of the context', () => {
  it('shows the fill, its parts, and what takes space', async () => {
    const { section, place } = contextBed();
    const { groups, notes } = await section.read(place);
    const lines = groups.flatMap(({ id, rows }) =>
      rows.map(row => [id, row.title, row.detail, row.meter?.text, row.meter?.tone].join('|')),
    );
    expect(lines).toEqual([
      'summary|Context|claude-opus-5-5|82% used: 164.4k of 200k tokens|warning',
      'summary|Automatic compaction|On, at 167k tokens (83.5%)||',
      'categories|System prompt||2.3k tokens, 1.2%|',
      'categories|MCP tools (deferred)|loaded once it is needed|328 tokens, 0.2%|',
      'categories|Free space||152.6k tokens, 76.3%|',
      'servers|library|102 tokens once they are needed||',
      'servers|web|7 tokens||',
      'memory|CLAUDE.md|2 tokens||',
      'agents|reviewer|30 tokens||',
    ]);
    expect(notes).toEqual([]);
  });

  it('shows the fill that the conversation knows where the version reports none', async () => {
    const { section, place } = contextBed(new UserError('cli.unsupported', 'Too old.'));
    const { groups, notes } = await section.read(place);
    expect(groups[0]?.rows[0]?.meter?.text).toBe('90% used: 90k of 100k tokens');
    expect(notes?.[0]?.text).toContain('Too old.');
  });

  it('asks nothing and offers nothing in a workspace that is not trusted', async () => {
    const { section, place, said, act } = contextBed();
    const untrusted = { ...place, isTrusted: false };
    const { actions, notes } = await section.read(untrusted);
    expect(actions).toEqual([]);
    expect(notes?.[0]?.text).toContain('Trust this workspace first');
    await expect(act('compact', undefined, untrusted)).rejects.toThrow('Trust');
    expect(said).toEqual([]);
  });

  it('compacts, clears and hands over the conversation in front', async () => {
    const { section, place, said, act } = contextBed();
    const { actions = [] } = await section.read(place);
    for (const { id } of actions) await act(id);
    expect(said.slice(1)).toEqual(['send /compact', 'handOver c', 'send /clear']);
  });

  it('switches a server off and back on', async () => {
    const { said, act } = contextBed();
    const done = await act('serverOff', 'server/library');
    await done?.undo?.();
    expect(said).toEqual(['mcp_toggle library false', 'mcp_toggle library true']);
  });

  it('leads to a memory file that is loaded, and to no other', async () => {
    const { section, place } = contextBed();
    expect(await section.locate?.(place, 'memory//w/CLAUDE.md')).toEqual({ path: '/w/CLAUDE.md' });
    expect(await section.locate?.(place, 'memory//etc/passwd')).toBeUndefined();
  });

  it('follows the fill of the conversation in front', () => {
    const { section, place, channel, changed } = contextBed();
    let changes = 0;
    section.watch?.(place, () => (changes += 1));
    changed.fire(channel);
    expect(changes).toBe(0);
    Object.assign(channel.conversation.summary, { usage: { contextTokens: 1 } });
    changed.fire({ ...channel, id: 'other' } as unknown as Channel);
    changed.fire(channel);
    expect(changes).toBe(1);
  });

  it('writes counts short', () => {
    expect([950, 1_000, 12_345, 999_960, 1_000_000].map(shortCount)).toEqual([
      ...['950', '1k', '12.3k', '1M', '1M'],
    ]);
  });
});

describe('warnings about the context', () => {
  const noted: string[] = [];
  const channel = (percent: number, isLive = true, id = 'c') => ({
    ...{ id: id as ChannelId, agent: { isLive } },
    conversation: { summary: { usage: { contextTokens: percent, contextWindow: 100 } } },
    note: (text: string) => noted.push(`${id}: ${text.slice(0, 3)}`),
  });

  it('come once whenever the context fills up', () => {
    noted.length = 0;
    const warnings = new ContextWarnings(() => 80);
    for (const percent of [10, 79, 80, 85, 75, 85, 60, 90]) warnings.look(channel(percent));
    warnings.look(channel(80, true, 'd'));
    expect(noted).toEqual(['c: 80%', 'c: 90%', 'd: 80%']);
  });

  it('do not come for what was restored, or if they are off', () => {
    noted.length = 0;
    const warnings = new ContextWarnings(() => 80);
    warnings.look(channel(90, false));
    warnings.look(channel(91));
    new ContextWarnings(() => 0).look(channel(99));
    expect(noted).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { UserError } from '../../../../../src/base/errors';
import type { Channel } from '../../../../../src/core/conversation/channel';
import type { GatewayState } from '../../../../../src/host/gateway/gatewayState';
import type { SectionPlace } from '../../../../../src/host/sections/model/sectionSource';
import { statusSection } from '../../../../../src/host/sections/status/statusSection';

/** As the newest CLI answers, shortened. */
const report = {
  sections: [
    {
      title: 'Session',
      rows: [
        { label: 'Version', value: '2.1.329' },
        { label: 'API key', value: 'ANTHROPIC_API_KEY' },
        { label: 'Anthropic base URL', value: 'https://me:hush@gateway.example' },
      ],
    },
    {
      title: 'Environment',
      rows: [
        { label: 'MCP servers', value: '1 failed · /mcp' },
        { label: 'Heap', value: '3 of 4 · /heapdump' },
      ],
    },
  ],
};

function statusBed(answer: unknown = report) {
  const said: string[] = [];
  const changed = new Emitter<Channel>();
  const agent = (pid: number, version: string) => ({
    slot: { live: { pid, reports: { version } } as object | undefined },
    needRestart: () => said.push(`restart ${pid}`),
  });
  const channels = [
    { id: 'a', title: 'Old one', agent: agent(11, '2.1.320') },
    { id: 'b', title: 'New one', agent: agent(12, '2.1.329') },
    { id: 'c', title: 'Asleep', agent: { slot: {} } },
  ];
  const faults = [{ path: '/w/.claude/settings.json', line: 3, reason: 'a comma is missing' }];
  const place = {
    ...{ cwd: '/w', channel: undefined, isTrusted: true, restart: () => undefined },
    reports: async () => ({
      version: '2.1.7',
      start: { account: { email: 'me@example.com', organization: 'Ours' } },
      ask: async () => {
        if (answer instanceof Error) throw answer;
        return answer;
      },
    }),
  } as unknown as SectionPlace;
  const gatewayChanged = new Emitter<void>();
  const state: GatewayState = {
    ...{ isOn: false, observed: 0, kept: 0, calls: 0, unobserved: new Map() },
  };
  const gateway = { state, onChanged: gatewayChanged.event };
  const section = statusSection({
    locate: async () => {
      said.push('locate');
      return { path: '/bin/claude', version: '2.1.329', source: 'path' };
    },
    doctor: async cwd => void said.push(`doctor ${cwd}`),
    configFolder: () => '/home/.claude',
    tandemVersion: '0.1.0',
    channels: () => channels as unknown as Channel[],
    onChanged: changed.event,
    gateway,
    faults: async () => faults,
    show: id => void said.push(`show ${id}`),
  });
  const act = async (action: string, row?: string, at = place) =>
    section.act?.(at, { action, row, entries: [], isPreview: false });
  return { section, place, said, act, channels, changed, faults, gateway, gatewayChanged };
}

async function lines({ section }: ReturnType<typeof statusBed>, place: SectionPlace) {
  const { groups, notes } = await section.read(place);
  const rows = groups.flatMap(group =>
    group.rows.map(({ id, detail, badges = [], actions = [] }) =>
      [id, detail, ...badges.map(({ text }) => text), ...actions.map(one => one.id)].join('|'),
    ),
  );
  return { rows, notes };
}

describe('the status', () => {
  it('shows the CLI, its agents, what they report, and broken files', async () => {
    const bed = statusBed();
    const { rows, notes } = await lines(bed, bed.place);
    expect(notes).toEqual([]);
    expect(rows).toEqual([
      'tandem|0.1.0',
      'cli|2.1.329',
      'cliPath|/bin/claude',
      'cliSource|The variable PATH of your shell',
      'gateway|Off',
      'config|/home/.claude',
      `node|${process.versions.node}`,
      'agent/a|Version 2.1.320, process 11|2.1.329 is installed|restart',
      'agent/b|Version 2.1.329, process 12|restart',
      'reported/Session/Version|2.1.329',
      'reported/Session/API key|ANTHROPIC_API_KEY',
      'reported/Session/Anthropic base URL|https://me:***@gateway.example',
      'link/servers/Environment/MCP servers|1 failed|show',
      'reported/Environment/Heap|3 of 4',
      'fault//w/.claude/settings.json|Line 3: a comma is missing|not read',
    ]);
  });

  it('shows what the start has told where the version reports no status', async () => {
    const bed = statusBed(new UserError('cli.unsupported', 'Too old.'));
    const { rows, notes } = await lines(bed, bed.place);
    expect(notes).toEqual([]);
    expect(rows).toContain('start/version|2.1.7');
    expect(rows).toContain('start/account|me@example.com');
  });

  it('says why nobody answers', async () => {
    const bed = statusBed(new UserError('cli.timeout', 'No answer.'));
    const { rows, notes } = await lines(bed, bed.place);
    expect(notes).toEqual([{ text: 'No answer.' }]);
    expect(rows).toContain('cliPath|/bin/claude');
  });

  it('leads to other sections and to the mistake in a file', async () => {
    const bed = statusBed();
    await bed.act('show', 'link/servers/Environment/MCP servers');
    expect(bed.said).toEqual(['show servers']);
    await expect(bed.act('show', 'link/nowhere/x')).rejects.toThrow();
    const fault = await bed.section.locate?.(bed.place, 'fault//w/.claude/settings.json');
    expect(fault).toMatchObject({ path: '/w/.claude/settings.json', line: 3 });
    expect(await bed.section.locate?.(bed.place, 'fault//etc/passwd')).toBeUndefined();
  });

  it('restarts an agent and runs the doctor', async () => {
    const bed = statusBed();
    await bed.act('restart', 'agent/a');
    await bed.act('doctor');
    expect(bed.said).toEqual(['restart 11', 'doctor /w']);
    await expect(bed.act('restart', 'agent/gone')).rejects.toMatchObject({ code: 'row.gone' });
  });

  it('starts nothing in a workspace that is not trusted', async () => {
    const bed = statusBed();
    const untrusted = { ...bed.place, isTrusted: false };
    const { rows, notes } = await lines(bed, untrusted);
    expect(bed.said).toEqual([]);
    expect(rows).toContain('fault//w/.claude/settings.json|Line 3: a comma is missing|not read');
    expect(notes?.[0]?.text).toContain('Trust this workspace first');
    await expect(bed.act('doctor', undefined, untrusted)).rejects.toThrow('Trust');
  });

  it('says what the gateway does, and whom it does not observe', async () => {
    const bed = statusBed();
    const address = 'http://127.0.0.1:9';
    bed.gateway.state = { ...bed.gateway.state, address, kept: 1, calls: 1 };
    const row = async () =>
      (await lines(bed, bed.place)).rows.find(line => line.startsWith('gateway|'));
    expect(await row()).toBe(`gateway|key kept for 1 profile, ${address}, 1 call so far`);
    const unobserved = new Map([['b', 'cloud'] as const]) as unknown as GatewayState['unobserved'];
    bed.gateway.state = { ...{ address, isOn: true, observed: 2, kept: 0, calls: 7 }, unobserved };
    expect(await row()).toBe(
      `gateway|observing 2 conversations, ${address}, 7 calls so far|Not all are observed`,
    );
    const { groups } = await bed.section.read(bed.place);
    const { more } = groups[0]?.rows.find(({ id }) => id === 'gateway') ?? {};
    expect(more).toMatch(/^Not observed: New one\. A cloud provider/);
    let changes = 0;
    bed.section.watch?.(bed.place, () => (changes += 1));
    bed.gatewayChanged.fire();
    expect(changes).toBe(1);
  });

  it('is read anew when an agent starts or ends, and for nothing else', () => {
    const bed = statusBed();
    let changes = 0;
    bed.section.watch?.(bed.place, () => (changes += 1));
    bed.changed.fire(bed.channels[0] as unknown as Channel);
    expect(changes).toBe(0);
    Object.assign(bed.channels[0]?.agent.slot ?? {}, { live: undefined });
    bed.changed.fire(bed.channels[0] as unknown as Channel);
    expect(changes).toBe(1);
  });
});

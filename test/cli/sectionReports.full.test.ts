import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { parseVersion } from '../../src/cli/launch/version';
import { ServerCommand } from '../../src/cli/servers/serverCommand';
import { readServerFiles, stateFile } from '../../src/cli/servers/serverFiles';
import { contextSection } from '../../src/host/sections/context/contextSection';
import type { SectionPlace } from '../../src/host/sections/model/sectionSource';
import { ServersSection } from '../../src/host/sections/servers/serversSection';
import { SignIns } from '../../src/host/sections/servers/signIns';
import { statusSection } from '../../src/host/sections/status/statusSection';
import { AccountLimits } from '../../src/host/sections/usage/accountLimits';
import { StoredUsage } from '../../src/host/sections/usage/storedUsage';
import { usageSection } from '../../src/host/sections/usage/usageSection';
import { systemClock } from '../../src/node/systemClock';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { guardedServer } from '../support/cli/guardedServer';
import { callsPort } from '../unit/host/sections/usage/calls/callsPort';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds(['one']);
const mcpServer = resolve(import.meta.dirname, '../support/cli/mcpServer.mjs');

/** Opens a conversation, and the sections as the tab shows them beside it. */
async function open(version: CliVersion) {
  const registry = await bed.open({ version });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  const place: SectionPlace = {
    ...{ cwd: bed.home.workspace, channel, isTrusted: true },
    reports: async () => {
      const reports = channel.agent.slot.live?.reports;
      if (!reports) throw new Error('No agent runs');
      return reports;
    },
    restart: () => undefined,
  };
  return { channel, place };
}

function serversSection(
  version: CliVersion,
  onRestart: () => void,
  openLink: (url: string) => Promise<void> = async () => undefined,
) {
  const { configDir, env, root } = bed.home;
  return new ServersSection({
    files: cwd =>
      readServerFiles({
        ...{ cwd, configFolder: configDir, managedFolder: root },
        stateFile: stateFile(env, configDir),
      }),
    editor: { isOffering: true, list: async () => ({ servers: [], broken: new Map() }) },
    command: new ServerCommand({
      locate: async () => {
        const cli = await cliBinary(version);
        const target = { command: cli.command, args: [...cli.prefix], env: {} };
        const known = parseVersion(cli.version);
        if (!known) throw new Error(cli.version);
        return { target, version: known, env: env as Record<string, string> };
      },
      platform: process.platform,
      clock: systemClock,
      log: silentLog,
    }),
    signIns,
    openLog: async () => false,
    openLink,
    restartAgents: onRestart,
    clock: systemClock,
    log: silentLog,
  });
}

const signIns = new SignIns(systemClock, silentLog);
afterAll(() => signIns.dispose());

const patience = { timeout: 20_000 };
const form = ['library', 'stdio', `"${process.execPath}" "${mcpServer}"`, 'KEY=hush', 'local'];

async function showsContext(place: SectionPlace, isReported: boolean) {
  const ports = { warnAt: () => 80, handOver: async () => undefined };
  const section = contextSection({ ...ports, onChanged: () => ({ dispose: () => undefined }) });
  const { groups, notes = [] } = await section.read(place);
  expect(groups[0]?.rows[0]?.meter?.text).toContain('% used');
  expect(notes.length).toBe(isReported ? 0 : 1);
  const ids = groups.flatMap(({ rows }) => rows.map(({ id }) => id));
  // Versions before 2.1.300 give categories no ids.
  expect(ids.some(id => /^category\/system[ _]prompt$/i.test(id))).toBe(isReported);
  expect(ids.includes('server/library')).toBe(isReported);
}

async function showsUsageAndStatus(
  place: SectionPlace,
  isReported: boolean,
  hasStatus = isReported,
) {
  const { channel, cwd } = place;
  const channels = () => (channel ? [channel] : []);
  const onChanged = () => ({ dispose: () => undefined });
  const usage = usageSection({
    ...{ limits: new AccountLimits(systemClock), clock: systemClock, channels, onChanged },
    warnAt: () => 80,
    conversations: async () => [],
    stored: new StoredUsage({ read: () => new Promise(() => undefined) }, systemClock),
    ...{ openConversation: async () => undefined, showCsv: async () => undefined },
    calls: callsPort(),
  });
  const { groups: used, notes: usageNotes = [] } = await usage.read(place);
  expect(usageNotes.length).toBe(isReported ? 0 : 1);
  expect(used[0]?.empty?.includes('Only subscriptions')).toBe(isReported);
  expect(used.flatMap(({ rows }) => rows.map(({ id }) => id))).toContain('cost');

  const noGateway = { isOn: false, observed: 0, kept: 0, calls: 0, unobserved: new Map() };
  const status = statusSection({
    locate: async () => ({ path: '/claude', version: '99.0.0', source: 'path' }),
    ...{ doctor: async () => undefined, show: () => undefined, tandemVersion: '1' },
    ...{ configFolder: () => bed.home.configDir, faults: async () => [], channels, onChanged },
    gateway: { state: noGateway, onChanged },
  });
  const { groups } = await status.read({ ...place, cwd });
  const rows = groups.flatMap(group => group.rows);
  expect(rows.find(({ id }) => id.startsWith('agent/'))?.badges?.[0]?.text).toContain('99.0.0');
  expect(
    rows.some(({ id }) => id === (hasStatus ? 'reported/Session/Version' : 'start/version')),
  ).toBe(true);
}

describe.each(versionsWith())('Claude Code %s', version => {
  it('lists a server that was added, removed and brought back', async () => {
    const { place } = await open(version);
    let restarts = 0;
    const section = serversSection(version, () => (restarts += 1));
    const row = async () => {
      const { groups } = await section.read(place);
      const [found] = groups.flatMap(({ rows }) => rows);
      return found && [found.id, found.badges?.[0]?.text, found.rows?.length ?? 0];
    };
    const act = (action: string, id?: string, entries: readonly string[] = []) =>
      section.act(place, { action, row: id, entries, isPreview: false });
    expect(await row()).toBeUndefined();

    await act('add', undefined, form);
    if (version === '2.0.36' || version === '2.1.7') {
      // Old versions report a new server only after their next start.
      expect(await row()).toEqual(['local/library', 'Not running', 0]);
      expect(restarts).toBe(1);
      await showsContext(place, false);
      await showsUsageAndStatus(place, false);
      await act('remove', 'local/library');
      expect(await row()).toBeUndefined();
      return;
    }
    const connected = ['local/library', 'Connected', 3];
    await expect.poll(row, patience).toEqual(connected);
    expect(restarts).toBe(0);
    await expect(act('add', undefined, form)).rejects.toThrow('already exists');
    const { undo } = await act('remove', 'local/library');
    expect((await section.read(place)).groups[0]?.rows[0]?.detail).toContain(
      'when Claude Code restarts',
    );
    await undo?.();
    await expect.poll(row, patience).toEqual(connected);
    await showsContext(place, true);
    await showsUsageAndStatus(place, version !== '2.1.120', version === 'newest');
    if (version !== 'newest') {
      // They cannot switch a server that was added while they run.
      await expect(act('toggle', 'local/library')).rejects.toThrow(
        'did not turn library on or off',
      );
      return;
    }
    const off = await act('toggle', 'local/library');
    expect(await row()).toEqual(['local/library', 'Off', 0]);
    await off.undo?.();
    await expect.poll(row, patience).toEqual(connected);
    const text = JSON.stringify(await section.read(place));
    expect(text).not.toContain('hush');
  });
});

it('notices that the user has signed in to a server in the browser', async () => {
  const server = await guardedServer();
  try {
    const { place: own } = await open('newest');
    let asked = 0;
    const place: SectionPlace = {
      ...own,
      reports: async () => {
        const reports = await own.reports();
        const ask: typeof reports.ask = (name, params) => {
          asked += name === 'mcp_reconnect' ? 1 : 0;
          return reports.ask(name, params);
        };
        return { ...reports, ask };
      },
    };
    const opened: string[] = [];
    const section = serversSection(
      'newest',
      () => undefined,
      async url => void opened.push(url),
    );
    const row = async () => {
      const { groups } = await section.read(place);
      const [found] = groups.flatMap(({ rows }) => rows);
      return found && [found.badges?.[0]?.text, ...(found.actions ?? []).map(({ id }) => id)];
    };
    const act = (action: string, id?: string, entries: readonly string[] = []) =>
      section.act(place, { action, row: id, entries, isPreview: false });
    await act('add', undefined, ['guarded', 'http', server.url, '', 'user']);
    await expect
      .poll(row, patience)
      .toEqual(['Needs sign-in', 'signIn', 'reconnect', 'log', 'remove']);
    const signIn = async () => {
      await act('signIn', 'user/guarded');
      expect(opened.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/authorize\?/);
      expect(await row()).toContain('finishSignIn');
      return server.callback(opened.at(-1) ?? '');
    };
    const connected = ['Connected', 'reconnect', 'signOut', 'log', 'remove'];

    // A browser on this machine reaches the CLI, which has been asked for its state before.
    const answer = await signIn();
    const looks = asked;
    await expect.poll(() => asked, patience).toBeGreaterThan(looks);
    await fetch(answer);
    await expect.poll(row, patience).toEqual(connected);
    expect([...signIns.names]).toEqual([]);
    await act('signOut', 'user/guarded');
    await expect.poll(row, patience).toContain('signIn');

    // From a browser elsewhere, the user pastes the address.
    await act('finishSignIn', 'user/guarded', [await signIn()]);
    await expect.poll(row, patience).toEqual(connected);
  } finally {
    await server.close();
  }
});

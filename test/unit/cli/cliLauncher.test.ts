import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log';
import { CliLauncher } from '../../../src/cli/cliLauncher';
import type { LaunchSettings } from '../../../src/cli/launch/launchSettings';
import type { ProgramPlace } from '../../../src/cli/programs/readPrograms';
import { sessionPath } from '../../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../../src/cli/sessions/sessionFolder';
import type { ChannelId, SessionId } from '../../../src/contract/ids';
import type { LaunchSession } from '../../../src/protocol/agentLauncher';
import type { AgentHost } from '../../../src/protocol/agentSource';
import { assistant, user, writeLines } from '../../support/fixtures/hostileSessions';

async function askedWith(settings: LaunchSettings): Promise<ProgramPlace[]> {
  const asked: ProgramPlace[] = [];
  const launcher = new CliLauncher({
    locate: () => Promise.reject(new Error('Nothing is started here.')),
    settings: () => settings,
    programs: {
      decide: async place => {
        asked.push(place);
        return 'allow';
      },
      keepRules: async () => undefined,
    },
    scratchFolder: tmpdir(),
    log: silentLog,
  });
  await launcher.askAboutPrograms({
    cwd: '/a',
    addDirs: ['/b'],
    granted: { rules: [], directories: ['/c'] },
  });
  return asked;
}

it("asks about a folder's programs unless the user's settings leave them out", async () => {
  expect(await askedWith({ 'tandem.additionalDirectories': ['/d'] })).toEqual([
    { cwd: '/a', addDirs: ['/d', '/b', '/c'] },
  ]);
  expect(await askedWith({ 'tandem.cli.settingSources': ['user'] })).toEqual([]);
});

const id = '11111111-2222-4333-8444-555555555555' as SessionId;

/**
 * Takes up a stored session.
 * @param at folder of the session, below that of the conversation
 * @returns the arguments of the CLI, which then fails
 */
async function launchedWith(version: string, session: LaunchSession, at = ''): Promise<string> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'tandem-launch-')));
  const env = { CLAUDE_CONFIG_DIR: join(cwd, 'config') };
  await writeLines(sessionPath(await sessionFolder(join(cwd, at), env), id), [
    user('u1', null),
    assistant('a1', 'u1'),
  ]);
  const program = 'console.error(process.argv.join(" ")); process.exit(1)';
  const target = { command: process.execPath, args: ['-e', program, '--'], env: {} };
  const launcher = new CliLauncher({
    locate: async () => ({ target, version, env, key: version }) as never,
    settings: () => ({}),
    programs: { decide: async () => 'allow', keepRules: async () => undefined },
    scratchFolder: join(cwd, 'scratch'),
    log: silentLog,
  });
  const launch = { channel: 'c' as ChannelId, cwd, session, picks: {}, costBefore: 0 };
  const host = { onEvents: () => undefined, onActivity: () => undefined };
  const agent = await launcher.launch(launch, host as unknown as AgentHost);
  try {
    return await agent.start().then(
      () => 'It has started',
      error => String(error.detail),
    );
  } finally {
    agent.dispose();
    await rm(cwd, { recursive: true });
  }
}

it('names the place to go on from to each version as that version knows it', async () => {
  const session = { kind: 'resume', id, at: 'a1' } as const;
  expect(await launchedWith('2.1.329', session)).toMatch(/--resume-session-at a1\b/);
  expect(await launchedWith('2.0.36', session)).toMatch(/--resume-session-at msg_a1\b/);
});

it('names the file of a session that a fork brings from another folder', async () => {
  const own = '21111111-2222-4333-8444-555555555555' as SessionId;
  const session = { kind: 'fork', from: id, id: own } as const;
  expect(await launchedWith('2.1.329', session, 'other')).toMatch(`other/${id}.jsonl`);
  expect(await launchedWith('2.1.329', session)).toMatch(`--resume ${id} `);
});

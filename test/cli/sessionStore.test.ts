import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renameSession, setArchived } from '../../src/cli/sessions/changeSession';
import type { ListedSession } from '../../src/cli/sessions/listedSession';
import { searchSessions } from '../../src/cli/sessions/search/searchSessions';
import { SessionIndex } from '../../src/cli/sessions/sessionIndex';
import { SessionTrash } from '../../src/cli/sessions/sessionTrash';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { hasEveryRow } from './support/versionRows';

const run = promisify(execFile);

let api: ScriptedApi;
let home: IsolatedHome;
let index: SessionIndex;

beforeEach(async () => {
  api = await ScriptedApi.start();
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  index = new SessionIndex({ configFolder: async () => home.configDir });
  api.onPrompt('begin', [text('begun with a quince')]);
  api.onPrompt('go on', [text('went on')]);
});

afterEach(async () => {
  index.dispose();
  await api.close();
  await home.dispose();
});

/** Runs `claude -p` like a user; resolves when the process has ended. */
async function claude(
  version: CliVersion,
  words: string,
  args: string[] = [],
  cwd = home.workspace,
) {
  const { command, prefix } = await cliBinary(version);
  const child = run(command, [...prefix, '-p', ...args, words], { cwd, env: home.env });
  child.child.stdin?.end();
  return (await child).stdout.trim();
}

async function repository(): Promise<void> {
  const git = (...args: string[]) => run('git', args, { cwd: home.workspace, env: home.env });
  await git('init', '-q', '-b', 'topic');
  const me = ['-c', 'user.name=n', '-c', 'user.email=e@example.org'];
  await git(...me, 'commit', '-q', '--allow-empty', '-m', 'first');
}

async function only(): Promise<ListedSession> {
  const [session, ...others] = await index.refresh();
  if (!session || others.length > 0) {
    throw new Error(`${others.length + (session ? 1 : 0)} sessions are listed`);
  }
  return session;
}

const versions = rowsOf<CliVersion>(['newest'], ['newest', '2.1.120', '2.0.36']);

describe.each(versions)('a session of Claude Code %s', version => {
  test('keeps its new name, is restored from the trash, and can be resumed', async () => {
    await claude(version, 'begin');
    const session = await only();
    await renameSession(session, 'A name of ours');
    const trash = new SessionTrash(join(home.root, 'trash'));
    const entry = await trash.remove(session);
    expect(await index.refresh()).toEqual([]);
    await trash.restore(entry);
    expect(await claude(version, 'go on', ['--resume', session.id])).toBe('went on');
    expect(await only()).toMatchObject({
      id: session.id,
      title: 'A name of ours',
      isNamed: true,
      firstPrompt: 'begin',
    });
    expect(JSON.stringify(api.requests.at(-1))).toContain('begun with a quince');
  });

  if (hasEveryRow(version)) {
    test('is listed with title, folder, branch and time, and found by its text', async () => {
      await repository();
      const before = Date.now();
      await claude(version, 'begin');
      const session = await only();
      expect(session).toMatchObject({
        title: 'begin',
        firstPrompt: 'begin',
        cwd: home.workspace,
        branch: 'topic',
        version: (await cliBinary(version)).version,
        isNamed: false,
        isArchived: false,
      });
      expect(session.at).toBeGreaterThanOrEqual(before);
      expect(session.at).toBeLessThanOrEqual(Date.now());
      expect(session.path).toContain(session.id);
      if (version === 'newest') {
        expect(session.costUsd).toBeGreaterThan(0);
      }

      const hits = [];
      for await (const hit of searchSessions({ needle: 'a quince', sessions: [session] })) {
        hits.push([hit.by, hit.excerpt.text]);
      }
      expect(hits).toEqual([['agent', 'begun with a quince']]);
    });
  }
});

testInFull(
  'the newest CLI finds a session by the name that we gave it, and unarchives it',
  async () => {
    await claude('newest', 'begin');
    await renameSession(await only(), 'Quinces and pears');
    await setArchived(await only(), true, new Date());
    expect((await only()).isArchived).toBe(true);
    expect(await claude('newest', 'go on', ['--resume', 'Quinces and pears'])).toBe('went on');
    expect(await only()).toMatchObject({ isArchived: false });
  },
);

testInFull(
  'a session started through a symlink is listed with its real folder, a subagent is not',
  async () => {
    api.onPrompt('delegate', [
      toolUse('Task', { description: 'd', prompt: 'sub work', subagent_type: 'general-purpose' }),
    ]);
    api.onPrompt('sub work', [text('sub done')]);
    const link = join(home.root, 'link');
    await mkdir(join(home.workspace, 'inner'));
    await symlink(join(home.workspace, 'inner'), link);
    await claude('2.0.36', 'delegate', [], link);
    expect(await only()).toMatchObject({ cwd: join(home.workspace, 'inner'), title: 'delegate' });
    const { skipped } = await index.report();
    expect(skipped.map(({ reason }) => reason)).toContain('subagent');
  },
);

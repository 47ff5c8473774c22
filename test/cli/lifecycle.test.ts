import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CliSessionWatch } from '../../src/cli/sessions/cliSessionWatch';
import type { SessionId } from '../../src/contract/ids';
import { readProcessTable } from '../../src/node/processTable';
import { gate, text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { testInFull } from '../support/inFull';
import { AgentRun, type AgentRunOptions, allowOnce } from './support/agentRun';
import { fileAppears, fileHolds } from './support/fileAppears';
import { hasEveryRow, versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const disposals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

async function place() {
  const api = await ScriptedApi.start();
  disposals.push(() => api.close());
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  disposals.push(home.dispose);
  return { api, home };
}

async function start(version: CliVersion, options: AgentRunOptions) {
  const run = await AgentRun.start(await cliBinary(version), options);
  disposals.push(() => run.close());
  return run;
}

/** Returns live processes whose command line names this folder or that descend from the agent. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const rows = await readProcessTable(process.platform);
  return rows.filter(row => row.parent === pid || row.group === pid).map(row => row.pid);
}

async function lives(pid: number): Promise<boolean> {
  return (await readProcessTable(process.platform)).some(row => row.pid === pid);
}

function sessionPath(run: AgentRun): string {
  const slug = run.home.workspace.replaceAll(/[^A-Za-z0-9]/g, '-');
  return join(run.home.configDir, 'projects', slug, `${run.sessionId}.jsonl`);
}

async function sessionFiles(configDir: string): Promise<string[]> {
  const projects = join(configDir, 'projects');
  if (!existsSync(projects)) return [];
  const names = await readdir(projects, { recursive: true });
  return names.filter(name => name.endsWith('.jsonl'));
}

describe.each(versionsWith())('Claude Code %s', version => {
  const traits = versionTraits[version];

  it('resumes with its full history after it was killed mid-turn, and can be forked', async () => {
    const { api, home } = await place();
    const first = await start(version, { api, home });
    api.onPrompt('remember the number 7', [[text('I will.')]]);
    api.onPrompt('say it slowly', [[text('se', gate(version), 'ven')]]);
    await first.turn('remember the number 7');
    await first.send('say it slowly');
    await first.until(() => first.text === 'se');
    // The CLI stores messages with a delay; old versions store a prompt only with its answer.
    const last = traits.storesPromptsAtOnce ? 'say it slowly' : 'I will.';
    await fileHolds(sessionPath(first), stored => stored.includes(last));
    const watch = new CliSessionWatch(async () => home);
    disposals.push(async () => watch.dispose());
    expect((await watch.live.list()).map(one => one.sessionId)).toEqual(
      traits.listsItself ? [first.sessionId] : [],
    );
    expect(await watch.lastWrite(home.workspace, first.sessionId)).toMatchObject({
      isUntraced: !traits.listsItself,
    });
    process.kill(first.process.pid ?? 0, 'SIGKILL');
    const exit = await first.exited();
    expect(first.process.hasEnded).toBe(true);
    expect(exit).toMatchObject({ signal: 'SIGKILL', wasAsked: false, sessionId: first.sessionId });
    await expect(first.process.interrupt()).rejects.toMatchObject({ code: 'cli.ended' });

    const session = { kind: 'resume', id: first.sessionId } as const;
    const second = await start(version, { api, home, session });
    api.onPrompt('which number?', [[text('7')]]);
    await second.turn('which number?');
    expect(second.text).toBe('7');
    expect(second.folded.summary.sessionId).toBe(first.sessionId);
    const asked = JSON.stringify(api.mainRequests('which number?').at(-1)?.body.messages);
    expect(asked).toContain('remember the number 7');
    expect(asked.includes('say it slowly')).toBe(traits.storesPromptsAtOnce);
    api.open(version);
    await second.process.stop('whenIdle');

    const path = sessionPath(first);
    const before = await readFile(path, 'utf8');
    const id = crypto.randomUUID() as string as SessionId;
    const fork = await start(version, {
      api,
      home,
      session: { kind: 'fork', from: first.sessionId, id },
    });
    api.onPrompt('another end', [[text('indeed')]]);
    await fork.turn('another end');
    const forked = fork.folded.summary.sessionId;
    expect(forked).not.toBe(first.sessionId);
    // The oldest version chooses the id itself.
    expect(forked === id).toBe(version !== '2.0.36');
    expect(await readFile(path, 'utf8')).toBe(before);
    const forkAsked = JSON.stringify(api.mainRequests('another end').at(-1)?.body.messages);
    expect(forkAsked).toContain('remember the number 7');
  });

  if (hasEveryRow(version)) {
    testInFull(
      'starts anew under the same id after it was killed before storing anything',
      async () => {
        const { api, home } = await place();
        const first = await start(version, { api, home });
        process.kill(first.process.pid ?? 0, 'SIGKILL');
        await first.exited();
        expect(await sessionFiles(home.configDir)).toEqual([]);

        const resume = { kind: 'resume', id: first.sessionId } as const;
        await expect(start(version, { api, home, session: resume })).rejects.toMatchObject({
          code: 'cli.sessionMissing',
        });
        const session = { kind: 'new', id: first.sessionId } as const;
        const second = await start(version, { api, home, session });
        api.onPrompt('hello again', [[text('hello')]]);
        await second.turn('hello again');
        expect(second.folded.summary.sessionId).toBe(first.sessionId);
        await second.process.stop('whenIdle');
        expect(second.exit).toMatchObject({ code: 0, wasAsked: true });

        await expect(start(version, { api, home, session })).rejects.toMatchObject({
          code: 'cli.sessionInUse',
        });
      },
    );

    it('stops at once together with all processes that it started', async () => {
      const { api, home } = await place();
      const run = await start(version, { api, home });
      const command = 'touch begun; tail -f /dev/null & tail -f /dev/null';
      api.onPrompt('start something', [toolUse('Bash', { command, description: 'x' })]);
      run.decide_ = allowOnce;
      await run.send('start something');
      await fileAppears(run.path('begun'));
      const { pid } = run.process;
      expect((await childrenOf(pid)).length).toBeGreaterThan(0);
      await run.process.stop('now');
      expect(run.exit?.wasAsked).toBe(true);
      expect(await childrenOf(pid)).toEqual([]);
    });

    testInFull('leaves no command running when it is killed', async () => {
      const { api, home } = await place();
      const run = await start(version, { api, home });
      const command = 'echo $$ > pid; mv pid begun; tail -f /dev/null';
      api.onPrompt('start something', [toolUse('Bash', { command, description: 'x' })]);
      run.decide_ = allowOnce;
      await run.send('start something');
      await fileAppears(run.path('begun'));
      const shell = Number(await readFile(run.path('begun'), 'utf8'));
      expect(await lives(shell)).toBe(true);
      process.kill(run.process.pid ?? 0, 'SIGKILL');
      expect(await run.exited()).toMatchObject({ signal: 'SIGKILL', wasAsked: false });
      await expect.poll(() => lives(shell)).toBe(false);
    });

    it('reports an unknown flag by name', async () => {
      const { api, home } = await place();
      const settings = { 'tandem.cli.args': ['--no-such-flag'] };
      await expect(start(version, { api, home, settings })).rejects.toMatchObject({
        code: 'cli.unknownFlag',
        detail: expect.stringContaining('--no-such-flag'),
      });
    });
  }
});

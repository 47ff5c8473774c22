import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ControlSupport } from '../../src/cli/control/controlSupport';
import { parseHelp } from '../../src/cli/launch/cliHelp';
import { availableModes, flags, takesFlag } from '../../src/cli/launch/flags';
import { isAtLeast } from '../../src/cli/launch/version';
import { type OutgoingName, outgoingControls } from '../../src/protocol/control';
import { isRunning } from '../../src/transcript/foldTasks';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { betweenVersions, cliBinary, cliVersions } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { StdioCli } from '../support/cli/stdioCli';
import { AgentRun } from './support/agentRun';
import { fileAppears } from './support/fileAppears';

const disposals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

/** Parameters that change nothing, by request. Others end or change the process. */
const harmless: Partial<Record<OutgoingName, Readonly<Record<string, unknown>>>> = {
  apply_flag_settings: { settings: {} },
  get_settings: {},
  get_context_usage: { detail: 'summary' },
  cancel_async_message: { message_uuid: 'none' },
  rewind_files: { user_message_id: 'none', dry_run: true },
  mcp_status: {},
  stop_task: { task_id: 'none' },
  get_task_output: { task_id: 'none' },
  rename_session: { title: 'Named' },
};

describe.each([...betweenVersions, ...cliVersions])('Claude Code %s', name => {
  it('lists the flags and modes that the tables have', async () => {
    const { command, prefix, version } = await cliBinary(name);
    const { stdout } = await promisify(execFile)(command, [...prefix, '--help']);
    const help = parseHelp(stdout);
    expect(availableModes(version, true)).toEqual(help?.modes);
    const taken = (told: typeof help) =>
      flags.filter(flag => takesFlag(flag, { version, help: told })).map(({ flag }) => flag);
    expect(taken(help)).toEqual(taken(undefined));
  });

  it('answers the requests that it may be asked, as far as that is known', async () => {
    const binary = await cliBinary(name);
    const api = await ScriptedApi.start();
    const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
    const cli = new StdioCli({ binary, cwd: home.workspace, env: home.env });
    disposals.push(
      home.dispose,
      () => api.close(),
      () => cli.kill(),
    );
    await cli.initialize();
    const support = new ControlSupport(binary.version);
    const answers = Object.entries(harmless).flatMap(([key, params]) => {
      const subtype = key as keyof typeof harmless;
      const isKnown = support.has(subtype);
      if (!support.mayAsk(subtype)) {
        return [];
      }
      const asked = cli.control(subtype, params).then(
        () => true,
        (error: Error) => !error.message.includes('Unsupported control request'),
      );
      return [asked.then(has => ({ subtype, isKnown: isKnown ?? has, has }))];
    });
    for (const { isKnown, has, subtype } of await Promise.all(answers)) {
      expect(`${subtype} ${has}`).toBe(`${subtype} ${isKnown}`);
    }
    expect(answers.length).toBeGreaterThan(0);
    expect(Object.keys(harmless).every(key => key in outgoingControls)).toBe(true);
  });

  it("knows the user's turns, and ends what was stopped as stopped", async () => {
    const binary = await cliBinary(name);
    const run = await AgentRun.start(binary);
    disposals.push(() => run.close());
    const endless = (file: string, inBackground: boolean) =>
      toolUse('Bash', {
        command: `touch ${file}; tail -f /dev/null`,
        description: file,
        ...(inBackground ? { run_in_background: true } : {}),
      });
    run.api.onPrompt('wait', [endless('waits', false)]);
    await run.send('wait');
    await fileAppears(run.path('waits'));
    await run.process.stop('interrupt');
    await run.idle();
    expect(run.folded.turns.at(-1)?.origin).toBe('person');
    expect(run.outcome).toEqual({ kind: 'interrupted' });
    const calls = run.items.flatMap(item => (item.kind === 'tool' ? [item.call.status] : []));
    expect(calls).toEqual(['interrupted']);
    if (!isAtLeast(binary.version, outgoingControls.stop_task.since)) return;
    run.api.onPrompt('serve', [endless('serves', true), text('It runs.')]);
    await run.turn('serve');
    await fileAppears(run.path('serves'));
    const task = () => run.folded.summary.tasks.at(-1);
    const id = task()?.id;
    if (id === undefined) throw new Error('There is no task');
    await run.process.stopTask(id);
    await run.until(() => !run.folded.summary.tasks.some(isRunning));
    expect(task()?.status).toBe('stopped');
  });
});

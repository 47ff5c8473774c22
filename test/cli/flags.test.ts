import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { flags } from '../../src/cli/launch/flags';
import type { LaunchSettings } from '../../src/cli/launch/launchSettings';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { AgentRun } from './support/agentRun';
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

/** A prompt too long for a command line, so that it goes into a file. */
const long = 'All work and no play. '.repeat(2_000);

/** Returns a value for every flag of the table. */
function everySetting(
  folder: string,
): Required<Omit<LaunchSettings, 'tandem.cli.env' | 'tandem.cli.path'>> {
  return {
    'tandem.model': 'haiku',
    'tandem.agent': 'general-purpose',
    'tandem.effort': 'low',
    'tandem.thinking.maxTokens': 2_000,
    'tandem.permissions.initialMode': 'acceptEdits',
    'tandem.permissions.allowBypass': true,
    'tandem.permissions.allowedTools': ['Bash(npm test:*)', 'Read'],
    'tandem.permissions.disallowedTools': ['WebSearch'],
    'tandem.tools': ['Bash', 'Edit', 'WebSearch', 'AskUserQuestion', 'ExitPlanMode'],
    'tandem.additionalDirectories': [join(folder, 'more')],
    'tandem.mcp.config': [
      join(folder, 'mcp.json'),
      JSON.stringify({ mcpServers: {}, comment: long }),
    ],
    'tandem.cli.settings': { env: { TANDEM_TEST: long } },
    'tandem.cli.settingSources': ['user'],
    'tandem.limits.maxTurns': 3,
    'tandem.limits.maxBudgetUsd': 2.5,
    'tandem.fallbackModel': 'sonnet',
    'tandem.promptSuggestions': true,
    'tandem.betas': ['context-1m-2025-08-07'],
    'tandem.systemPrompt': '- Begin with a dash.',
    'tandem.appendSystemPrompt': `${long}The end.`,
    'tandem.cli.args': ['--strict-mcp-config'],
  };
}

describe.each(versionsWith())('Claude Code %s', version => {
  const traits = versionTraits[version];

  it('accepts every flag that it supports and is not passed the others', async () => {
    const { api, home } = await place();
    await mkdir(join(home.workspace, 'more'));
    await writeFile(join(home.workspace, 'mcp.json'), JSON.stringify({ mcpServers: {} }));
    const settings = everySetting(home.workspace);
    const run = await AgentRun.start(await cliBinary(version), {
      api,
      home,
      settings,
      env: { IS_SANDBOX: '1' },
    });
    disposals.push(() => run.close());
    expect(flags.every(({ setting }) => setting in settings)).toBe(true);
    const leftOut = run.warnings.flatMap(line => /has no (--\S+)/.exec(line)?.[1] ?? []);
    expect(leftOut).toEqual(traits.lacksFlags);
    expect(run.settings.mode).toBe('acceptEdits');
    expect(run.folded.summary.choices.modes).toContain('bypassPermissions');

    api.onPrompt('check the flags', [[text('ok')]]);
    await run.turn('check the flags');
    const [request] = api.mainRequests('check the flags');
    expect(request?.model).toContain('haiku');
    expect(request?.system).toContain('- Begin with a dash.');
    expect(request?.system).toContain(`${long}The end.`);
    expect(request?.toolNames).toContain('Bash');
    expect(request?.toolNames).not.toContain('WebSearch');
    expect(request?.toolNames).not.toContain('Write');
    await run.process.setMode('bypassPermissions');
    expect(run.settings.mode).toBe('bypassPermissions');

    // This mode asks only questions that a user must answer, and each of them once.
    const question = { question: 'Which?', header: 'W', options: [], multiSelect: false };
    const options = ['A', 'B'].map(label => ({ label, description: label }));
    let told = '';
    api.onPrompt('ask me', [
      traits.hasQuestions
        ? toolUse('AskUserQuestion', { questions: [{ ...question, options }] })
        : toolUse('ExitPlanMode', { plan: '# Plan' }),
      request => {
        told = request.results[0]?.text ?? '';
        return text('done');
      },
    ]);
    run.decide_ = ({ input }) => ({
      kind: 'allow',
      input: traits.hasQuestions ? { ...input, answers: { 'Which?': 'B' } } : input,
      apply: [],
    });
    await run.turn('ask me');
    expect(run.requests.map(({ prompt }) => prompt.kind)).toEqual([
      traits.hasQuestions ? 'question' : 'plan',
    ]);
    expect(told).toContain(traits.hasQuestions ? '"Which?"="B"' : 'approved your plan');
    await run.process.stop('now');
    expect(await readdir(join(home.root, 'scratch'))).toEqual([]);
  });

  if (hasEveryRow(version)) {
    it('runs nothing and asks as before, whatever lists of names contain', async () => {
      const { home, api } = await place();
      const marks = ['server', 'hook'].map(name => join(home.root, name));
      const [server = '', hook = ''] = marks.map(mark => `touch '${mark}'`);
      const mcpServers = { planted: { command: '/bin/sh', args: ['-c', server] } };
      const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: hook }] }] };
      const planted = ['--mcp-config', JSON.stringify({ mcpServers }), '--settings'];
      const names = ['x', ...planted, JSON.stringify({ hooks }), '--dangerously-skip-permissions'];
      const run = await AgentRun.start(await cliBinary(version), {
        api,
        home,
        settings: { 'tandem.betas': names, 'tandem.permissions.disallowedTools': names },
        env: { IS_SANDBOX: '1' },
      });
      disposals.push(() => run.close());
      const touch = { command: 'touch mark', description: 'Make a file' };
      api.onPrompt('touch it', [toolUse('Bash', touch), text('ok')]);
      run.decide_ = () => ({ kind: 'deny', message: 'No.' });
      await run.turn('touch it');
      expect(run.requests).toHaveLength(1);
      expect(run.settings.mode).toBe('default');
      expect(marks.filter(existsSync)).toEqual([]);
    });

    it('rejects a setting too long for the command line, by the name of the setting', async () => {
      const { api, home } = await place();
      const settings = { 'tandem.permissions.allowedTools': [`Bash(${'x'.repeat(9_000)})`] };
      const start = AgentRun.start(await cliBinary(version), { api, home, settings });
      await expect(start).rejects.toMatchObject({
        code: 'settings.tooLong',
        message: expect.stringContaining('tandem.permissions.allowedTools'),
      });
    });
  }
});

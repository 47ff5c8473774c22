import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { ConversationEvent } from '../../src/contract/events';
import type { Destination } from '../../src/contract/prompts';
import type { ToolCall } from '../../src/contract/tools';
import type { PermissionRequest } from '../../src/protocol/agentSource';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { cliBinary } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { AgentRun, allowOnce, type Decide } from './support/agentRun';
import { fileHolds } from './support/fileAppears';
import { hasEveryRow, versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const mcpServer = fileURLToPath(new URL('../support/cli/mcpServer.mjs', import.meta.url));

/** Saves every suggested rule in this place. */
function allowAlways(destination: Destination): Decide {
  return ({ prompt, input }) => ({
    kind: 'allow',
    input,
    apply: suggestionsOf({ prompt })
      .filter(one => one.type === 'addRules')
      .map(({ index }) => ({ index, destination })),
  });
}

function suggestionsOf({ prompt }: Pick<PermissionRequest, 'prompt'>) {
  return prompt.kind === 'permission' ? prompt.suggestions : [];
}

/** Returns the last state of each call. */
function callsIn(events: readonly ConversationEvent[]): readonly ToolCall[] {
  const calls = events.flatMap(event => (event.type === 'tool.updated' ? [event.call] : []));
  return [...new Map(calls.map(call => [call.id, call])).values()];
}

describe.each(versionsWith())('Claude Code %s', version => {
  const traits = versionTraits[version];
  let api: ScriptedApi;
  let home: IsolatedHome;
  let run: AgentRun;

  beforeAll(async () => {
    api = await ScriptedApi.start();
    // The check of the address before a fetch would call Anthropic.
    const settings = { skipWebFetchPreflight: true };
    home = await isolatedHome({ apiUrl: api.url, maxRetries: 0, settings });
    const server = { command: process.execPath, args: [mcpServer] };
    const config = JSON.stringify({ mcpServers: { library: server } });
    const options = { api, home, settings: { 'tandem.mcp.config': [config] } };
    run = await AgentRun.start(await cliBinary(version), options);
  });
  afterAll(async () => {
    await run.close();
    await api.close();
    await home.dispose();
  });

  /** Makes the model call a tool; resolves with the permission requests and the tool result. */
  async function call(tool: string, input: JsonObject, decide: Decide = allowOnce) {
    const prompt = `call number ${run.folded.turns.length}.`;
    let told = { text: '', isError: false };
    api.onPrompt(prompt, [
      toolUse(tool, input),
      request => {
        told = request.results[0] ?? told;
        return text('done');
      },
    ]);
    const from = run.requests.length;
    run.decide_ = decide;
    await run.turn(prompt);
    run.decide_ = allowOnce;
    return { asked: run.requests.slice(from), told };
  }

  async function savedRules(file = 'settings.local.json'): Promise<string[]> {
    const path = run.path('.claude', file);
    return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).permissions.allow : [];
  }

  /**
   * Resolves when exactly these rules have been added to the saved ones. Since 2.1.200 the CLI
   * writes the file some time after the answer.
   */
  async function saved(
    before: readonly string[],
    rules: readonly string[],
    file = 'settings.local.json',
  ): Promise<void> {
    if (rules.length > 0) {
      const holds = (text: string) =>
        text.trimEnd().endsWith('}') && rules.every(rule => text.includes(JSON.stringify(rule)));
      await fileHolds(run.path('.claude', file), holds);
    }
    expect(await savedRules(file)).toEqual([...before, ...rules]);
    const user = await readFile(`${home.configDir}/settings.json`, 'utf8');
    expect(JSON.parse(user)).not.toHaveProperty('permissions');
  }

  it('asks again after "once" but not after "always"', async () => {
    const bash = { command: 'npm run build', description: 'Build' };
    const before = await savedRules();
    const once = await call('Bash', bash);
    expect(once.asked.flatMap(suggestionsOf)).toEqual([
      { type: 'addRules', index: 0, rules: traits.rules.bash, destination: 'localSettings' },
    ]);
    expect(once.asked[0]?.prompt).toMatchObject(
      traits.givesReasons ? { reason: 'This command requires approval' } : {},
    );
    expect(await savedRules()).toEqual(before);
    const always = await call('Bash', bash, allowAlways('localSettings'));
    expect(always.asked).toHaveLength(1);
    await saved(before, traits.rules.bash);
    expect((await call('Bash', bash)).asked).toEqual([]);
  });

  it('saves a rule for a host where one is suggested', async () => {
    const fetch = { url: 'http://127.0.0.1:9/page', prompt: 'What is it?' };
    const before = await savedRules();
    const { asked } = await call('WebFetch', fetch, allowAlways('localSettings'));
    const rules = asked.flatMap(suggestionsOf).flatMap(one => ('rules' in one ? one.rules : []));
    expect(rules).toEqual(traits.rules.webFetch);
    await saved(before, rules);
  });

  it('saves a rule for an MCP tool where one is suggested', async () => {
    const book = { title: 'Gardening' };
    const always = allowAlways('localSettings');
    const before = await savedRules();
    const { asked, told } = await call('mcp__library__find_book', book, always);
    expect(told.text).toContain('2 books match');
    expect(asked[0]?.prompt.call).toMatchObject({ family: 'mcp', input: { server: 'library' } });
    const rules = asked.flatMap(suggestionsOf).flatMap(one => ('rules' in one ? one.rules : []));
    expect(rules).toEqual(traits.rules.mcp);
    await saved(before, rules);
  });

  it('asks a question and passes the answer on, or reports that the tool is missing', async () => {
    const question = {
      question: 'Which color?',
      header: 'Color',
      options: [
        { label: 'Red', description: 'warm' },
        { label: 'Blue', description: 'cold' },
      ],
      multiSelect: false,
    };
    const { asked, told } = await call(
      'AskUserQuestion',
      { questions: [question] },
      ({ input }) => ({
        kind: 'allow',
        input: { ...input, answers: { 'Which color?': 'Blue' } },
        apply: [],
      }),
    );
    if (!traits.hasQuestions) {
      expect(asked).toEqual([]);
      expect(told).toMatchObject({ isError: true });
      expect(told.text).toContain('No such tool');
      return;
    }
    expect(asked).toHaveLength(1);
    expect(asked[0]?.prompt).toMatchObject({ kind: 'question', questions: [question] });
    expect(told.text).toContain('"Which color?"="Blue"');
  });

  it('waits for plan approval and continues in the chosen mode', async () => {
    await run.process.setMode('plan');
    const plans = `${home.configDir}/plans`;
    const plan = '# The plan\n\n1. Do it\n';
    let planFile = '';
    api.onPrompt('make a plan', [
      request => {
        planFile =
          new RegExp(`${plans}/[\\w-]+\\.md`).exec(JSON.stringify(request.body))?.[0] ?? '';
        return traits.planIsFile
          ? toolUse('Write', { file_path: planFile, content: plan })
          : text('Thinking about it.');
      },
      ...(traits.planIsFile ? [toolUse('ExitPlanMode', {})] : []),
      text('Approved.'),
    ]);
    if (!traits.planIsFile) {
      api.onPrompt('make a plan', [toolUse('ExitPlanMode', { plan }), text('Approved.')]);
    }
    const from = run.requests.length;
    run.decide_ = ({ input }) => ({ kind: 'allow', input, apply: [], mode: 'acceptEdits' });
    await run.turn('make a plan');
    run.decide_ = allowOnce;
    const asked = run.requests.slice(from);
    expect(asked.map(request => request.tool)).toEqual(['ExitPlanMode']);
    expect(asked[0]?.prompt).toMatchObject({ kind: 'plan', plan });
    expect(run.answers().at(-1)?.updatedPermissions).toEqual([
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    ]);
    const file = run.path('after-plan.txt');
    expect((await call('Write', { file_path: file, content: 'x' })).asked).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe('x');
    expect(run.settings.mode).toBe('acceptEdits');
    await run.process.setMode('default');
  });

  it('handles simultaneous permission requests of subagents', async () => {
    const names = ['ada', 'bob'];
    for (const name of names) {
      api.onSubagent(`work of ${name}`, [
        toolUse('Write', { file_path: run.path(`${name}.txt`), content: name }),
        text(`${name} is done`),
      ]);
    }
    api.onPrompt('send them out', [
      names.map(name =>
        toolUse(traits.agentTool, {
          description: name,
          prompt: `work of ${name}`,
          subagent_type: 'general-purpose',
          run_in_background: false,
        }),
      ),
      text('both are done'),
    ]);
    const from = run.requests.length;
    const answers: (() => void)[] = [];
    run.decide_ = request =>
      new Promise(resolve => {
        answers.push(() => resolve({ kind: 'allow', input: request.input, apply: [] }));
      });
    await run.send('send them out');
    await run.until(() => run.requests.length === from + 2);
    // Answers in reverse order: the last request comes first.
    for (const answer of answers.reverse()) answer();
    await run.idle();
    run.decide_ = allowOnce;
    for (const name of names) {
      expect(await readFile(run.path(`${name}.txt`), 'utf8')).toBe(name);
    }
    const parents = run.requests.slice(from).map(request => request.prompt.call.parentToolId);
    expect(new Set(parents).size).toBe(2);
    expect(run.text).toBe('both are done');
  });

  it('reports a tool call that fails during execution', async () => {
    const from = run.after.length;
    const file = run.path('folder', 'inside.txt');
    const { told } = await call('Write', { file_path: file, content: 'x' }, async ({ input }) => {
      // The call has passed validation; now its folder can no longer be created.
      await writeFile(run.path('folder'), 'a file');
      return { kind: 'allow', input, apply: [] };
    });
    expect(told.isError).toBe(true);
    const failed = run.after.slice(from).map(({ outcome }) => outcome.kind);
    expect(failed).toEqual(traits.reportsToolFailure ? ['failed'] : []);
    expect(run.items.find(one => one.kind === 'tool')?.call.status).toBe('failed');
  });

  it('has caused no unscripted request, unknown event or warning', () => {
    expect(api.unmatched).toEqual([]);
    expect(run.events.filter(event => event.type === 'unknown')).toEqual([]);
    expect(run.warnings).toEqual([]);
  });

  if (hasEveryRow(version)) {
    it('writes a file that is allowed once, and saves no rule', async () => {
      const file = run.path('allowed.txt');
      const rules = await savedRules();
      const { asked, told } = await call('Write', { file_path: file, content: 'one\n' });
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatchObject({
        tool: 'Write',
        input: { file_path: file, content: 'one\n' },
        prompt: {
          kind: 'permission',
          hasDiff: true,
          call: { family: 'write', target: 'allowed.txt' },
        },
      });
      expect(asked[0]?.edit?.sides(undefined)).toEqual({ before: '', after: 'one\n' });
      expect(await readFile(file, 'utf8')).toBe('one\n');
      expect(told.isError).toBe(false);
      expect(run.answers().at(-1)).toEqual({
        behavior: 'allow',
        updatedInput: { file_path: file, content: 'one\n' },
      });
      expect(await savedRules()).toEqual(rules);
      expect(run.before.at(-1)).toMatchObject({ tool: 'Write', edits: [file], isSubagent: false });
      expect(run.after.at(-1)).toMatchObject({
        use: { tool: 'Write' },
        outcome: { kind: 'succeeded' },
      });
    });

    it('writes a proposal as edited by the user, and notifies the agent', async () => {
      const file = run.path('edited.txt');
      run.words = 'The user changed the proposal before it was applied.';
      const { told } = await call('Write', { file_path: file, content: 'draft\n' }, request => ({
        kind: 'allow',
        input: request.edit?.inputFor(undefined, 'final\n') ?? {},
        apply: [],
      }));
      run.words = undefined;
      expect(await readFile(file, 'utf8')).toBe('final\n');
      expect(told.isError).toBe(false);
      const asTold = JSON.stringify(api.mainRequests().at(-1)?.body.messages);
      expect(asTold).toContain('The user changed the proposal');
      const item = run.items.find(one => one.kind === 'tool');
      expect(item?.call).toMatchObject({ status: 'done', input: { content: 'final\n' } });
    });

    it('writes nothing when denied, and gives the agent the reason', async () => {
      const file = run.path('denied.txt');
      const after = run.after.length;
      const { told } = await call('Write', { file_path: file, content: 'x' }, () => ({
        kind: 'deny',
        message: 'Put it into docs instead',
      }));
      expect(existsSync(file)).toBe(false);
      expect(told.isError).toBe(true);
      expect(told.text).toContain('Put it into docs instead');
      expect(run.after).toHaveLength(after);
      expect(run.items.find(one => one.kind === 'tool')?.call.status).toBe('denied');
      expect(run.outcome).toEqual({ kind: 'completed' });
    });

    it('still knows from its store what was denied, and what only looks like it', async () => {
      const ownWords =
        'The user declined this call. Stop and wait for their next message before trying another way.';
      const denials = traits.storesDenials ? ['Put it into docs', ownWords] : [ownWords];
      for (const message of denials) {
        await call('Bash', { command: 'touch stored' }, () => ({ kind: 'deny', message }));
      }
      await call('Bash', { command: `echo '${ownWords}' >&2; exit 3` });
      const live = callsIn(run.events).slice(-1 - denials.length);
      expect(live.map(({ status }) => status)).toEqual([...denials.map(() => 'denied'), 'failed']);
      const stored = async () => {
        const session = await openStoredSession(run.sessionId, home.workspace, home.env);
        return callsIn(session?.tail.events ?? []).slice(-live.length);
      };
      // The CLI writes some time after the turn.
      await expect.poll(stored, { timeout: 10_000 }).toEqual(live);
    });

    it('ends the turn when a denial requests it', async () => {
      await call('Bash', { command: 'touch never', description: 'x' }, () => ({
        kind: 'deny',
        message: 'Stop here',
        interrupts: true,
      }));
      expect(run.outcome).toEqual({ kind: 'interrupted' });
      expect(existsSync(run.path('never'))).toBe(false);
    });

    it('saves a rule to the destination that the user chose', async () => {
      const bash = { command: 'node --check x.js', description: 'Check' };
      const { asked } = await call('Bash', bash, allowAlways('projectSettings'));
      const [rule] = asked.flatMap(suggestionsOf);
      expect(rule).toMatchObject({ type: 'addRules', destination: 'localSettings' });
      await saved([], rule?.type === 'addRules' ? rule.rules : [], 'settings.json');
      expect(run.answers().at(-1)?.updatedPermissions).toMatchObject([
        { type: 'addRules', behavior: 'allow', destination: 'projectSettings' },
      ]);
    });

    it('suggests no rule for a command that it cannot analyze', async () => {
      const bash = { command: 'cat $(echo x) > out.txt', description: 'x' };
      const { asked } = await call('Bash', bash, allowAlways('localSettings'));
      expect(asked).toHaveLength(1);
      expect(asked.flatMap(suggestionsOf)).toEqual([]);
      expect(run.answers().at(-1)).not.toHaveProperty('updatedPermissions');
    });

    it('switches to "accept edits" through the suggestion of an edit', async () => {
      const file = run.path('mode.txt');
      const { asked } = await call('Write', { file_path: file, content: 'a' }, ({ input }) => ({
        kind: 'allow',
        input,
        apply: [{ index: 0 }],
      }));
      expect(asked.flatMap(suggestionsOf)).toEqual([
        { type: 'setMode', index: 0, mode: 'acceptEdits', destination: 'session' },
      ]);
      expect(
        (await call('Write', { file_path: run.path('mode2.txt'), content: 'a' })).asked,
      ).toEqual([]);
      await run.process.setMode('default');
    });

    it('passes on the feedback when a plan is sent back', async () => {
      await run.process.setMode('plan');
      const { asked, told } = await call('ExitPlanMode', { plan: '# Again\n' }, () => ({
        kind: 'deny',
        message: 'Think of the tests, too',
      }));
      expect(asked).toHaveLength(1);
      expect(told.text).toContain('Think of the tests, too');
      await run.process.setMode('default');
    });
  }
});

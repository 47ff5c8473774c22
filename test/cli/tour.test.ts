import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ScriptedApi } from '../support/api/scriptedApi';
import { newestCli } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { allowAll, type CliRequest, type Frame, StdioCli } from '../support/cli/stdioCli';
import { sampleWorkspace, scriptTour } from '../support/demo/tour';

const disposals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose();
});

async function startTour() {
  const api = await ScriptedApi.start();
  disposals.push(() => api.close());
  scriptTour(api);
  const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' };
  const home = await isolatedHome({ apiUrl: api.url, env });
  disposals.push(home.dispose);
  await cp(sampleWorkspace, home.workspace, { recursive: true });
  const cli = new StdioCli({ binary: newestCli(), cwd: home.workspace, env: home.env });
  disposals.push(() => cli.kill());
  await cli.initialize();
  return { api, home, cli };
}

/** Answers questions with their first options, allows the rest, and notes what was asked for. */
function noteRequests(cli: StdioCli, asked: string[], deny: readonly string[] = []): void {
  cli.onRequest = (asking: CliRequest) => {
    const { request } = asking;
    const tool = String(request.tool_name);
    asked.push(tool);
    if (deny.includes(tool)) return { behavior: 'deny', message: 'Name it --as-json' };
    if (tool !== 'AskUserQuestion') return allowAll(asking);
    const input = request.input as {
      questions: { question: string; options: { label: string }[] }[];
    };
    const answers = Object.fromEntries(
      input.questions.map(({ question, options }) => [question, options[0]?.label]),
    );
    return { behavior: 'allow', updatedInput: { ...input, answers } };
  };
}

function toolResults(cli: StdioCli): Frame[] {
  return cli.frames.filter(frame => frame.type === 'user' && frame.tool_use_result !== undefined);
}

it('explains the project in Markdown after some thinking', async () => {
  const { cli } = await startTour();
  const result = await cli.turn('What does this project do?');
  expect(result.result).toContain('| File | Lines | Job |');
  expect(result.result).toContain('- [x] adding');
  const thoughts = cli.frames.filter(frame => JSON.stringify(frame).includes('thinking_delta'));
  expect(thoughts.length).toBeGreaterThan(1);
});

it('adds the flag for real, with a to-do list and a passing test run', async () => {
  const { cli, home, api } = await startTour();
  const asked: string[] = [];
  noteRequests(cli, asked);
  const result = await cli.turn('Please add a --json flag');
  expect(result.result).toContain('## Done');
  expect(asked).toEqual(['Edit', 'Bash']);
  expect(await readFile(join(home.workspace, 'src/cli.js'), 'utf8')).toContain('values.json');
  const results = JSON.stringify(toolResults(cli));
  expect(results).toMatch(/# pass 2|pass 2/);
  expect(results.match(/"to":"completed"/g)).toHaveLength(3);
  expect(api.unmatched).toEqual([]);

  const again = await cli.turn('Please add a --json flag');
  expect(again.result).toContain('already there');
});

it('leaves the file alone and repeats the reason when the edit is denied', async () => {
  const { cli, home } = await startTour();
  noteRequests(cli, [], ['Edit']);
  const result = await cli.turn('add a --json flag');
  expect(result.result).toContain('Name it --as-json');
  expect(await readFile(join(home.workspace, 'src/cli.js'), 'utf8')).not.toContain('json:');
});

it('proposes a plan with its text', async () => {
  const { cli } = await startTour();
  const asked: string[] = [];
  noteRequests(cli, asked);
  const result = await cli.turn('Make a plan for removing to-dos');
  expect(asked).toEqual(['ExitPlanMode']);
  const plans = toolResults(cli).map(frame => JSON.stringify(frame.tool_use_result));
  expect(plans.at(-1)).toContain('# Remove a to-do');
  expect(result.result).toContain('approved');
});

it('asks a question and uses the answer', async () => {
  const { cli } = await startTour();
  noteRequests(cli, []);
  const result = await cli.turn('Ask me a question');
  expect(result.result).toContain('CSV');
});

it('writes a long answer, and offers the tour to everything else', async () => {
  const { cli } = await startTour();
  const long = await cli.turn('Write a long answer');
  expect(String(long.result).length).toBeGreaterThan(5000);
  const other = await cli.turn('hi there');
  expect(other.result).toContain('scripted tour');
});

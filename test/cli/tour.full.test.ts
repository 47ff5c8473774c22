import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScriptedApi } from '../support/api/scriptedApi';
import { newestCli } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { allowAll, type CliRequest, type Frame, StdioCli } from '../support/cli/stdioCli';
import { sampleWorkspace, scriptTour } from '../support/demo/tour';

let api: ScriptedApi;
let home: IsolatedHome;
let cli: StdioCli;

beforeAll(async () => {
  api = await ScriptedApi.start();
  scriptTour(api);
  const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' };
  home = await isolatedHome({ apiUrl: api.url, env });
  await cp(sampleWorkspace, home.workspace, { recursive: true });
  cli = new StdioCli({ binary: newestCli(), cwd: home.workspace, env: home.env });
  await cli.initialize();
});

afterAll(async () => {
  await cli.kill();
  await api.close();
  await home.dispose();
});

/** Answers questions with the first options, allows everything else, and records requests. */
function noteRequests(asked: string[], deny: readonly string[] = []): void {
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

function toolResults(): Frame[] {
  return cli.frames.filter(frame => frame.type === 'user' && frame.tool_use_result !== undefined);
}

it('explains the project in Markdown after some thinking', async () => {
  const result = await cli.turn('What does this project do?');
  expect(result.result).toContain('| File | Lines | Job |');
  expect(result.result).toContain('- [x] adding');
  const thoughts = cli.frames.filter(frame => JSON.stringify(frame).includes('thinking_delta'));
  expect(thoughts.length).toBeGreaterThan(1);
});

it('answers the examples of the empty chat', async () => {
  const asked: string[] = [];
  noteRequests(asked);
  const tests = await cli.turn('Run the tests and fix what fails');
  expect(tests.result).toContain('All tests pass');
  expect(asked).toEqual(['Bash']);
  const review = await cli.turn('Review my uncommitted changes');
  expect(review.result).toContain('src/cli.js');
});

it('leaves the file alone when the edit is denied, else adds the flag with passing tests', async () => {
  noteRequests([], ['Edit']);
  const denied = await cli.turn('add a --json flag');
  expect(denied.result).toContain('Name it --as-json');
  expect(await readFile(join(home.workspace, 'src/cli.js'), 'utf8')).not.toContain('json:');

  const asked: string[] = [];
  noteRequests(asked);
  const before = toolResults().length;
  const result = await cli.turn('Please add a --json flag');
  expect(result.result).toContain('## Done');
  expect(asked).toEqual(['Edit', 'Bash']);
  expect(await readFile(join(home.workspace, 'src/cli.js'), 'utf8')).toContain('values.json');
  const results = JSON.stringify(toolResults().slice(before));
  expect(results).toMatch(/# pass 2|pass 2/);
  expect(results.match(/"to":"completed"/g)).toHaveLength(3);
  expect(api.unmatched).toEqual([]);

  const again = await cli.turn('Please add a --json flag');
  expect(again.result).toContain('already there');
});

it('proposes a plan with its text', async () => {
  const asked: string[] = [];
  noteRequests(asked);
  const result = await cli.turn('Make a plan for removing to-dos');
  expect(asked).toEqual(['ExitPlanMode']);
  const plans = toolResults().map(frame => JSON.stringify(frame.tool_use_result));
  expect(plans.at(-1)).toContain('# Remove a to-do');
  expect(result.result).toContain('approved');
});

it('asks a question and uses the answer', async () => {
  noteRequests([]);
  const result = await cli.turn('Ask me a question');
  expect(result.result).toContain('CSV');
});

it('writes a long answer, and offers the tour for any other prompt', async () => {
  const long = await cli.turn('Write a long answer');
  expect(String(long.result).length).toBeGreaterThan(5000);
  const other = await cli.turn('hi there');
  expect(other.result).toContain('scripted tour');
});

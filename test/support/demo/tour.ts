import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelRequest } from '../api/modelRequest';
import { type Part, pause, text, thinking, toolUse } from '../api/reply';
import type { ScriptedApi } from '../api/scriptedApi';
import { flagEdit } from './flagEdit';
import { longAnswer, menu, plan, projectAnswer } from './markdown';

/** Folder of the sample project. Open a copy, because the tour changes it. */
export const sampleWorkspace = fileURLToPath(new URL('./workspace', import.meta.url));

/** Milliseconds between two deltas, slow enough to read along. */
export const humanPace = 25;

interface Step {
  request: ModelRequest;
  workspace: string;
}

const tasks = [
  { subject: 'Read how the list is printed', activeForm: 'Reading how the list is printed' },
  { subject: 'Add the --json flag', activeForm: 'Adding the --json flag' },
  { subject: 'Run the tests', activeForm: 'Running the tests' },
] as const;

/**
 * Scripts the guided tour that `npm start` shows. The opened folder must be a copy of
 * `sampleWorkspace`. Without `workspace`, uses the folder that the CLI names to the model.
 */
export function scriptTour(api: ScriptedApi, workspace?: string): void {
  const steps = (answer: (step: Step) => readonly Part[] | Promise<readonly Part[]>) => {
    return (request: ModelRequest) =>
      answer({ request, workspace: workspace ?? request.cwd ?? process.cwd() });
  };
  api.onPrompt('', steps(showMenu));
  api.onPrompt(/\bquestion\b|\bask me\b/i, steps(askQuestion));
  api.onPrompt(/\bplan\b/i, steps(proposePlan));
  api.onPrompt(/\blong\b/i, steps(writeLong));
  api.onPrompt(/what .*(project|repo|code)|explain|overview/i, steps(explainProject));
  api.onPrompt(/--?json\b|json flag/i, steps(addFlag));
  api.onPrompt(/\brun the tests\b/i, steps(runTests));
  api.onPrompt(/\breview my\b/i, steps(reviewChanges));
  api.onSide(/title/i, request => text(titleFor(request)));
}

function showMenu(): readonly Part[] {
  return [text(menu)];
}

function explainProject({ request }: Step): readonly Part[] {
  if (request.round > 0) return [text('That is all there is to it.')];
  return [
    thinking(
      'They want to know what this project does. It is small: three source files and a test. ',
      'A table of the files, the path of one command through them, ',
      'and what is missing should be enough.',
    ),
    pause(20),
    text(projectAnswer),
  ];
}

function runTests({ request }: Step): readonly Part[] {
  const [result] = request.results;
  if (request.round === 0) {
    return [
      text('I will run the tests first.'),
      toolUse('Bash', { command: 'node --test', description: 'Run the tests' }),
    ];
  }
  return [
    text(
      result?.isError
        ? 'The tests did not run through, so there is nothing that I could fix.'
        : 'All tests pass: there is nothing to fix. Ask for a `--json` flag next.',
    ),
  ];
}

function reviewChanges({ request, workspace }: Step): readonly Part[] {
  return request.round === 0
    ? [
        text('The sample project has no Git history, so I read its code instead.'),
        toolUse('Read', { file_path: join(workspace, 'src', 'cli.js') }),
      ]
    : [text('`src/cli.js` is short and clear. What it lacks is output for other programs.')];
}

async function addFlag(step: Step): Promise<readonly Part[]> {
  const { request, workspace } = step;
  const file = join(workspace, 'src', 'cli.js');
  const failed = request.results.find(result => result.isError);
  if (request.round === 0) {
    const source = await readFile(file, 'utf8').catch(() => '');
    if (!source.includes(flagEdit.before)) return [text(nothingToAdd(source, file))];
  }
  // A CLI in a terminal may keep no task list and then starts with the file.
  switch (keepsList(request) ? request.round : request.round + 1) {
    case 0:
      return [
        thinking('The flag belongs to `list`. I will note the steps, read the file, then edit it.'),
        pause(15),
        text('I will add a `--json` flag to `list`. First the steps:'),
        ...createTasks(request),
      ];
    case 1:
      return [...moveTasks(request, 0), toolUse('Read', { file_path: file })];
    case 2:
      return [
        text('The `list` command prints text only. I will let it print JSON on request.'),
        ...moveTasks(request, 1),
        toolUse('Edit', {
          file_path: file,
          old_string: flagEdit.before,
          new_string: flagEdit.after,
        }),
      ];
    case 3:
      if (failed) return [text(`I left the file as it is. You said:\n\n> ${failed.text}`)];
      return [
        text('The flag is in. Now the tests.'),
        ...moveTasks(request, 2),
        toolUse('Bash', { command: 'node --test', description: 'Run the tests' }),
      ];
    case 4: {
      if (failed) return [text('The flag is in, but the tests did not run through.')];
      const updates = moveTasks(request, tasks.length);
      return updates.length > 0 ? updates : [text(summary)];
    }
    default:
      return [text(summary)];
  }
}

const summary = `## Done

\`todo list --json\` prints the list as JSON; without the flag nothing changes.

- **Changed:** [src/cli.js](src/cli.js#L13) parses the flag and picks the output
- **Tests:** all pass

\`\`\`bash
node src/cli.js list --json
\`\`\`
`;

function nothingToAdd(source: string, file: string): string {
  return source.includes('--json')
    ? 'The `--json` flag is already there. Undo the change in `src/cli.js` to see this again.'
    : `I cannot find the sample project's code in \`${file}\`. Open the sample workspace first.`;
}

function keepsList(request: ModelRequest): boolean {
  return offers(request, 'TodoWrite') || offers(request, 'TaskCreate');
}

/** Creates tasks: the newest CLIs have task tools, older ones write a whole list with TodoWrite. */
function createTasks(request: ModelRequest): Part[] {
  if (offers(request, 'TodoWrite')) return [writeTodos(-1)];
  return tasks.map(task => toolUse('TaskCreate', { ...task, description: task.subject }));
}

/** Marks the tasks before `current` as done and `current` as running. */
function moveTasks(request: ModelRequest, current: number): Part[] {
  if (offers(request, 'TodoWrite')) return [writeTodos(current)];
  const ids = createdTasks(request);
  const update = (at: number, status: string) => {
    const taskId = ids[at];
    return taskId ? [toolUse('TaskUpdate', { taskId, status })] : [];
  };
  return [...update(current - 1, 'completed'), ...update(current, 'in_progress')];
}

function writeTodos(current: number): Part {
  const status = (at: number) =>
    at < current ? 'completed' : at === current ? 'in_progress' : 'pending';
  const todos = tasks.map(({ subject, activeForm }, at) => ({
    content: subject,
    activeForm,
    status: status(at),
  }));
  return toolUse('TodoWrite', { todos });
}

/** Returns the ids of the last three tasks, which appear only in tool results. */
function createdTasks(request: ModelRequest): string[] {
  const conversation = JSON.stringify(request.messages);
  return [...conversation.matchAll(/Task #(\w+) created/g)]
    .map(match => match[1] ?? '')
    .slice(-tasks.length);
}

/**
 * Returns whether the model may call a tool. Newer CLIs only name rare tools in the system text.
 */
function offers(request: ModelRequest, tool: string): boolean {
  return request.toolNames.includes(tool) || request.system.split('\n').includes(tool);
}

function proposePlan({ request, workspace }: Step): readonly Part[] {
  const [result] = request.results;
  if (result?.name === 'ExitPlanMode') {
    return result.isError
      ? [text(`I will think again. You said:\n\n> ${result.text.split('\n').at(-1)}`)]
      : [text('The plan is approved. This tour ends here, without changing the code.')];
  }
  const planFile = /(\S+[/\\]plans[/\\]\S+?\.md)/.exec(request.system + lastText(request))?.[1];
  // Up to 2.1.200 the plan is an argument; later ExitPlanMode reads it from a file.
  if (request.round === 0 && planFile) {
    return [
      thinking('Removing needs one function, one command and two tests.'),
      text('I have looked at the code and write the plan down.'),
      toolUse('Write', { file_path: planFile, content: plan }),
    ];
  }
  if (request.round === 0 && !offers(request, 'ExitPlanMode')) return [text(plan)];
  if (request.round === 0 && offers(request, 'EnterPlanMode') && !inPlanMode(request)) {
    return [
      text('I switch to plan mode first, so that nothing is changed.'),
      toolUse('EnterPlanMode', {}),
    ];
  }
  if (request.round === 1 && planFile && result?.name === 'EnterPlanMode') {
    return [toolUse('Write', { file_path: planFile, content: plan })];
  }
  return [text(`Here is my plan for ${workspace}.`), toolUse('ExitPlanMode', { plan })];
}

function inPlanMode(request: ModelRequest): boolean {
  return /plan mode is active/i.test(request.system + lastText(request));
}

function lastText(request: ModelRequest): string {
  return JSON.stringify(request.messages.slice(-2));
}

function askQuestion({ request }: Step): readonly Part[] {
  const [result] = request.results;
  if (result) return [text(result.isError ? 'Never mind then.' : `Thank you. ${result.text}`)];
  if (!offers(request, 'AskUserQuestion'))
    return [text('Which format do you prefer: JSON or CSV?')];
  return [
    text('Two short questions:'),
    toolUse('AskUserQuestion', {
      questions: [
        {
          question: 'Which output format should come next?',
          header: 'Format',
          multiSelect: false,
          options: [
            { label: 'CSV', description: 'Opens in any spreadsheet' },
            { label: 'Markdown', description: 'A task list to paste into an issue' },
            { label: 'None', description: 'JSON is enough' },
          ],
        },
        {
          question: 'What else should the list show?',
          header: 'Columns',
          multiSelect: true,
          options: [
            { label: 'Age', description: 'How long a to-do has been waiting' },
            { label: 'Tags', description: 'Words that start with #' },
          ],
        },
      ],
    }),
  ];
}

function writeLong(): readonly Part[] {
  return [text('Stop me whenever you like.\n\n'), text(longAnswer())];
}

function titleFor(request: ModelRequest): string {
  const title = /json/i.test(request.prompt) ? 'Add a JSON flag' : 'A tour of Tandem';
  // A CLI that expects plain text would show the braces; those that expect JSON name the key.
  return /"title"|JSON/.test(request.system + request.prompt) ? JSON.stringify({ title }) : title;
}

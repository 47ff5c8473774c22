import { gate, type Part, text, thinking, toolUse } from '../api/reply';
import type { ScriptedApi } from '../api/scriptedApi';
import { flagEdit } from '../demo/flagEdit';

/** Tasks of the story, as worded by the agent. */
export const flagTasks = [
  { subject: 'Read how the list is printed', activeForm: 'Reading how the list is printed' },
  { subject: 'Add the --json flag', activeForm: 'Adding the --json flag' },
  { subject: 'Run the tests', activeForm: 'Running the tests' },
] as const;

/** Gates of the story, in the order in which its answers reach them. */
export const flagGates = {
  halfSaid: 'flag: the first sentence is half said',
  listed: 'flag: the tasks are listed, none has begun',
  begun: 'flag: the first task is being worked on',
} as const;

/** Scripts how a CLI with Task tools adds `--json` to the sample's `src/cli.js`, gate by gate. */
export function scriptFlagStory(api: ScriptedApi, file: string): void {
  let ids: string[] = [];
  const update = (at: number, status: string): Part =>
    toolUse('TaskUpdate', { taskId: ids[at] ?? '', status });
  api.onPrompt('add a --json flag', [
    [
      thinking('The flag belongs to the list command.'),
      text('I will add a `--json` flag ', gate(flagGates.halfSaid), 'to the list command.'),
      ...flagTasks.map(task => toolUse('TaskCreate', { ...task, description: task.subject })),
    ],
    ({ results }) => {
      ids = results.flatMap(result => /Task #(\w+) created/.exec(result.text)?.[1] ?? []);
      return [
        gate(flagGates.listed),
        update(0, 'in_progress'),
        toolUse('Read', { file_path: file }),
      ];
    },
    () => [
      gate(flagGates.begun),
      update(0, 'completed'),
      update(1, 'in_progress'),
      toolUse('Edit', {
        file_path: file,
        old_string: flagEdit.before,
        new_string: flagEdit.after,
      }),
    ],
    () => [
      text('The flag is in. Now the tests.'),
      update(1, 'completed'),
      update(2, 'in_progress'),
      toolUse('Bash', { command: 'node --test', description: 'Run the tests' }),
    ],
    () => update(2, 'completed'),
    text('## Done\n\n- **Changed:** `src/cli.js`\n\n```bash\nnode src/cli.js list --json\n```\n'),
  ]);
}

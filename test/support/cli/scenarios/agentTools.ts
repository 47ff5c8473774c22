import { text, thinking, toolUse } from '../../api/reply';
import type { Scenario } from './scenario';

/** TodoWrite and the Task tools, where the version has them. */
export const todoTools: Scenario = async stage => {
  const steps = ['Read the code', 'Change the code', 'Run the tests'];
  const todos = (current: number) => ({
    todos: steps.map((content, at) => ({
      content,
      activeForm: content.replace(/^\w+/, word => `${word.replace(/e$/, '')}ing`),
      status: at < current ? 'completed' : at === current ? 'in_progress' : 'pending',
    })),
  });
  const writeAll = [
    toolUse('TodoWrite', todos(0)),
    toolUse('TodoWrite', todos(1)),
    toolUse('TodoWrite', todos(3)),
    text('All done.'),
  ];
  if (stage.isOld) {
    await stage.turn('work through a list', writeAll);
    return;
  }
  await stage.turn('work through a list', [
    steps.map(subject =>
      toolUse('TaskCreate', { subject, description: `${subject} with care`, activeForm: subject }),
    ),
    toolUse('TaskUpdate', { taskId: '1', status: 'in_progress' }),
    [
      toolUse('TaskUpdate', { taskId: '1', status: 'completed' }),
      toolUse('TaskUpdate', { taskId: '2', status: 'in_progress', addBlockedBy: ['1'] }),
    ],
    [toolUse('TaskList', {}), toolUse('TaskGet', { taskId: '2' })],
    toolUse('TaskUpdate', { taskId: '3', status: 'deleted' }),
    toolUse('TaskUpdate', { taskId: '99', status: 'completed' }),
    text('One is left.'),
  ]);
  await stage.start([], { CLAUDE_CODE_ENABLE_TASKS: '0' });
  await stage.turn('work through the old list', writeAll);
};

/** Subagents that edit and run commands: one, then two in parallel, then one that is refused. */
export const subagent: Scenario = async stage => {
  const agent = (description: string, prompt: string) =>
    toolUse(stage.agentTool, {
      description,
      prompt,
      subagent_type: 'general-purpose',
      run_in_background: false,
    });
  stage.api.onSubagent('write a poem', [
    [
      thinking('A short one.'),
      text('I will write it.'),
      toolUse('Write', { file_path: stage.path('poem.txt'), content: 'Roses are red\n' }),
    ],
    toolUse('Bash', { command: 'wc -l poem.txt', description: 'Count the lines' }),
    text('The poem is in `poem.txt`, one line.'),
  ]);
  for (const name of ['first', 'second']) {
    stage.api.onSubagent(`count the ${name} folder`, [
      toolUse('Bash', { command: `echo ${name} > ${name}.txt`, description: `Count ${name}` }),
      text(`The ${name} folder has 1 file.`),
    ]);
  }
  await stage.turn('delegate', [
    [text('I leave that to an agent.'), agent('Write a poem', 'Please write a poem')],
    text('The agent has written it.'),
  ]);
  await stage.turn('delegate twice', [
    [
      agent('Count the first', 'Please count the first folder'),
      agent('Count the second', 'Please count the second folder'),
    ],
    text('One file each.'),
  ]);
};

/** A project skill, a project command, and commands typed as prompts. */
export const skills: Scenario = async stage => {
  await stage.file(
    '.claude/skills/haiku/SKILL.md',
    '---\nname: haiku\ndescription: Writes a haiku about something\n---\n\nWrite three lines: 5, 7, 5.\n',
  );
  await stage.file(
    '.claude/commands/greet.md',
    '---\ndescription: Greets someone\nargument-hint: <name>\n---\n\nGreet $ARGUMENTS warmly.\n',
  );
  await stage.turn('a haiku please', [
    toolUse('Skill', stage.isOld ? { skill: 'haiku' } : { skill: 'haiku', args: 'on snow' }),
    text('Snow upon the roof\nEvery sound is far away\nOnly tea is loud'),
  ]);
  if (stage.isOld) {
    await stage.turn('greet by command', [
      toolUse('SlashCommand', { command: '/greet Ada' }),
      text('Good morning, dear Ada!'),
    ]);
  }
  stage.api.onPrompt('Greet Bob warmly', [text('Good morning, dear Bob!')]);
  await stage.turn('/greet Bob', [text('Good morning, dear Bob!')]);
  await stage.turn('/cost', []);
  await stage.turn('/no-such-command', [text('I do not know that command.')]);
};

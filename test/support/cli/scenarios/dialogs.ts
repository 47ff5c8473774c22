import { cut, failure, stop, streamError, text, toolUse } from '../../api/reply';
import { attempts, type Rounds } from '../../api/scriptedApi';
import type { Scenario } from './scenario';

/** Every kind of permission suggestion, with the answers that a user can give. */
export const permissions: Scenario = async stage => {
  const source = await stage.file('a.txt', 'one\ntwo\n');
  const suggested = (request: Readonly<Record<string, unknown>>) => ({
    behavior: 'allow',
    updatedInput: request.input,
    updatedPermissions: request.permission_suggestions,
  });
  const bash = (command: string): Rounds => [
    toolUse('Bash', { command, description: 'Make something' }),
    text('Done.'),
  ];
  await stage.turn('run once', bash('mkdir one'));
  await stage.turn('run always', bash('npm --version'), suggested);
  await stage.turn('run several', bash('touch b.txt && rm b.txt | cat'));
  await stage.turn('refuse and stop', bash('mkdir two'), () => ({
    behavior: 'deny',
    message: 'Stop here.',
    interrupt: true,
  }));
  await stage.turn('look outside', [
    toolUse('Read', { file_path: '/etc/hostname' }),
    text('That is the name.'),
  ]);
  await stage.turn(
    'accept edits from now on',
    [
      toolUse('Read', { file_path: source }),
      toolUse('Edit', { file_path: source, old_string: 'one', new_string: 'ONE' }),
      toolUse('Edit', { file_path: source, old_string: 'two', new_string: 'TWO' }),
      text('Both edited, asked once.'),
    ],
    suggested,
  );
};

/** A single-choice question, a multiple-choice question, and one left unanswered. */
export const askQuestion: Scenario = async stage => {
  const questions = [
    {
      question: 'Which database should the service use?',
      header: 'Database',
      multiSelect: false,
      options: [
        { label: 'SQLite', description: 'One file, no server' },
        { label: 'PostgreSQL', description: 'A server, many writers' },
      ],
    },
    {
      question: 'Which platforms matter?',
      header: 'Platforms',
      multiSelect: true,
      options: [
        { label: 'Linux', description: 'Servers' },
        { label: 'macOS', description: 'Laptops' },
        { label: 'Windows', description: 'Offices' },
      ],
    },
  ];
  const ask: Rounds = [
    [text('Before I start:'), toolUse('AskUserQuestion', { questions })],
    text('Noted.'),
  ];
  await stage.turn('ask me', ask, ({ input }) => ({
    behavior: 'allow',
    updatedInput: {
      ...(input as object),
      answers: {
        'Which database should the service use?': 'SQLite',
        'Which platforms matter?': 'Linux, macOS',
      },
    },
  }));
  await stage.turn('ask me something else', ask, () => ({
    behavior: 'deny',
    message: 'I would rather talk about it.',
  }));
};

/** A plan that is rejected, then approved; newer CLIs read its text from a file. */
export const exitPlan: Scenario = async stage => {
  const plan = '# The plan\n\n1. Read `a.txt`\n2. Change **one** word\n\n```sh\nnpm test\n```\n';
  const cli = await stage.start(['--permission-mode', 'plan']);
  const propose: Rounds = request => {
    const file = /(\S+[/\\]plans[/\\]\S+?\.md)/.exec(
      `${request.system} ${JSON.stringify(request.messages)}`,
    )?.[1];
    const isWritten = JSON.stringify(request.messages).includes('"name":"Write"');
    if (file && !isWritten) return toolUse('Write', { file_path: file, content: plan });
    return request.results[0]?.name === 'ExitPlanMode'
      ? text(request.results[0].isError ? 'I will plan again.' : 'I start.')
      : [text('This is my plan.'), toolUse('ExitPlanMode', { plan })];
  };
  await stage.turn('make a plan', propose, request =>
    request.tool_name === 'ExitPlanMode'
      ? { behavior: 'deny', message: 'Add a test first.' }
      : { behavior: 'allow', updatedInput: request.input },
  );
  await stage.turn('make another plan', propose, request => ({
    behavior: 'allow',
    updatedInput: request.input,
    ...(request.tool_name === 'ExitPlanMode'
      ? { updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] }
      : {}),
  }));
  await cli.control('set_permission_mode', { mode: 'default' });
  // Since 2.0.55 the model can enter plan mode on its own.
  if (stage.isOld) return;
  await stage.turn('plan by yourself', [toolUse('EnterPlanMode', {}), text('I am planning.')]);
};

/** API errors that end a turn, errors that a retry recovers from, and broken streams. */
export const errors: Scenario = async stage => {
  await stage.turn('be refused', [failure(400, { message: 'max_tokens: too large' })]);
  await stage.turn('have no rights', [failure(403)]);
  await stage.turn('have no such model', [failure(404, { message: 'model: no-such-model' })]);
  await stage.turn('be slowed down', [
    attempts(failure(429, { retryAfter: 1 }), text('Now it works.')),
  ]);
  await stage.turn('meet an overload', [failure(529)]);
  await stage.turn('lose the connection', [
    attempts([text('This half ', 'is lost.', cut())], text('This is the second try.')),
  ]);
  await stage.turn('get an error in the stream', [
    attempts([text('Half an ', streamError())], text('The whole answer.')),
  ]);
  await stage.turn('get an error after a block', [
    attempts([text('The first block.'), streamError()], text('All of it again.')),
    text('And the rest.'),
  ]);
  await stage.turn('run out of tokens', [
    [text('This sentence has no'), stop('max_tokens')],
    text('end, but now it has.'),
  ]);
  await stage.turn('be well again', [text('All is well.')]);
};

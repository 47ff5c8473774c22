import { fileURLToPath } from 'node:url';
import { gate, text, toolUse } from '../../api/reply';
import type { Frame } from '../stdioCli';
import { fileAppears, type Scenario } from './scenario';

/** Bash: output, errors, exit codes, colors, long output, refused, and in the background. */
export const bashTools: Scenario = async stage => {
  await stage.turn('run some commands', [
    [
      text('A few commands:'),
      toolUse('Bash', { command: 'echo "one"; echo "two" >&2', description: 'Print two words' }),
    ],
    toolUse('Bash', { command: 'echo partial; echo broken >&2; exit 3', description: 'Fail' }),
    toolUse('Bash', {
      command: "printf '\\033[32mok\\033[0m \\033[1mbold\\033[0m\\n'",
      description: 'Print in color',
    }),
    toolUse('Bash', { command: 'seq 1 12000', description: 'Print many lines' }),
    toolUse('Bash', { command: 'true', description: 'Print nothing' }),
    text('Those were the commands.'),
  ]);
  await stage.turn(
    'run what I refuse',
    [
      toolUse('Bash', { command: 'rm -rf build', description: 'Remove the build' }),
      text('Then not.'),
    ],
    () => ({ behavior: 'deny', message: 'The build is still needed.' }),
  );
  const marker = stage.path('started');
  const background = {
    command: 'echo started > started; echo first line; tail -f /dev/null',
    description: 'Wait in the background',
    run_in_background: true,
  };
  const taskId = (value: string) => /(?:with )?ID: (\w+)/i.exec(value)?.[1] ?? '';
  let id = '';
  await stage.turn('run in the background', [
    toolUse('Bash', background),
    async request => {
      id = taskId(request.results[0]?.text ?? '');
      await fileAppears(marker);
      return stage.isOld
        ? toolUse('BashOutput', { bash_id: id })
        : toolUse('Bash', { command: 'cat started', description: 'See whether it runs' });
    },
    () =>
      stage.isOld ? toolUse('KillShell', { shell_id: id }) : toolUse('TaskStop', { task_id: id }),
    text('It is stopped.'),
  ]);
};

/** Interrupts while text streams, while a tool runs, and while a permission request is open. */
export const interrupt: Scenario = async stage => {
  const cli = await stage.begin('tell a story', [
    text('Once upon a time ', 'there was a stream ', gate('half way'), 'that never ended.'),
  ]);
  await stage.api.reached('half way');
  await cli.waitFor(frame => JSON.stringify(frame).includes('there was a stream'));
  await cli.control('interrupt');
  await stage.result();

  const command = 'echo running > running; tail -f /dev/null';
  await stage.begin('run for ever', [toolUse('Bash', { command, description: 'Run for ever' })]);
  await fileAppears(stage.path('running'));
  await cli.control('interrupt');
  await stage.result();

  const file = stage.path('never.txt');
  const input = { file_path: file, content: 'never\n' };
  await stage.begin('write what nobody allows', [toolUse('Write', input)], () => undefined);
  await cli.waitFor(frame => JSON.stringify(frame).includes('never.txt') && isPermission(frame));
  await cli.control('interrupt');
  await stage.result();
  await stage.turn('go on', [text('Here I am again.')]);
};

/** An MCP server's tools: text, an image, an error, and a refusal. */
export const mcp: Scenario = async stage => {
  const server = fileURLToPath(new URL('../mcpServer.mjs', import.meta.url));
  const servers = { library: { command: process.execPath, args: [server] } };
  const cli = await stage.start(['--mcp-config', JSON.stringify({ mcpServers: servers })]);
  await cli.control('mcp_status');
  await stage.turn('find a book', [
    toolUse('mcp__library__find_book', { title: 'knitting', limit: 2 }),
    toolUse('mcp__library__cover', { isbn: '978-0-00-000001-0' }),
    toolUse('mcp__library__lend', { isbn: '978-0-00-000002-7' }),
    text('One is in.'),
  ]);
  await stage.turn(
    'lend it anyway',
    [toolUse('mcp__library__lend', { isbn: '978-0-00-000001-0' }), text('Then not.')],
    () => ({ behavior: 'deny', message: 'Not today.' }),
  );
};

function isPermission(frame: Frame): boolean {
  return (frame.request as { subtype?: string } | undefined)?.subtype === 'can_use_tool';
}

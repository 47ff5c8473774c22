import { expect, test } from 'vitest';
import { CommandLog } from '../../../../../src/host/agentTools/run/commandLog';
import { terminalText } from '../../../../../src/host/agentTools/run/terminalText';

const start = (command: string, startedAt = 0) => ({ terminal: () => 'work', command, startedAt });

test('commands are listed with output and exit code, newest first', () => {
  const log = new CommandLog();
  const first = log.begin(start('make'));
  first.write('\u001b[32mok\u001b[0m\r\n');
  first.end(2);
  log.begin(start('serve', 1)).write('up\n');
  expect(log.commands()).toMatchObject([
    { command: 'serve', isRunning: true, output: 'up' },
    { command: 'make', isRunning: false, exitCode: 2, output: 'ok' },
  ]);
});

test('the end of a long output is kept and marked as cut', () => {
  const log = new CommandLog({ output: 10, log: 100, commands: 5 });
  const sink = log.begin(start('yes'));
  sink.write('0123456789');
  sink.write('abc');
  expect(log.commands()).toMatchObject([{ output: '3456789abc', isCut: true }]);
});

test('the oldest commands are dropped, by output size and by count', () => {
  const log = new CommandLog({ output: 10, log: 20, commands: 3 });
  for (const name of ['a', 'b', 'c']) {
    log.begin(start(name)).write('0123456789');
  }
  expect(log.commands().map(({ command }) => command)).toEqual(['c', 'b']);
  for (const name of ['d', 'e', 'f']) {
    log.begin(start(name));
  }
  expect(log.commands().map(({ command }) => command)).toEqual(['f', 'e', 'd']);
});

test('the name of a terminal is read when it is shown', () => {
  const log = new CommandLog();
  let name = '';
  log.begin({ ...start('make'), terminal: () => name });
  name = 'build';
  expect(log.commands()[0]?.terminal).toBe('build');
});

test('the text is limited and says how to get more', () => {
  const log = new CommandLog();
  for (let count = 0; count < 7; count++) {
    const sink = log.begin(start(`run ${count}`));
    sink.write(`${'x'.repeat(50)}\n`.repeat(10));
    sink.end(0);
  }
  const text = terminalText(log.commands(), [], { limit: 2, characters: 200 });
  expect(text).toContain('[work] $ run 6\n(exit code 0)\n(the beginning is left out');
  expect(text).toContain('5 older commands: ask with offset 2.');
  expect(terminalText(log.commands(), ['sh'], { offset: 9 })).toMatch(/only 7.*sh\.$/s);
  expect(terminalText([], [], {})).toContain('No command was seen');
});

import { expect, test } from 'vitest';
import {
  type OpenTerminal,
  terminalSource,
} from '../../../../../src/host/mentions/editor/terminals';

const signal = new AbortController().signal;
const command = {
  ...{ terminal: 'zsh', command: 'npm test', startedAt: 0, isRunning: false, exitCode: 1 },
  ...{ output: '2 failed', isCut: false },
};
const terminal = (id: string, name: string, last?: typeof command): OpenTerminal => ({
  ...{ id, name, hasShellIntegration: last !== undefined },
  lastCommand: async () => last,
  show: () => undefined,
});
const sourceOf = (...all: OpenTerminal[]) => terminalSource(() => all);
const one = { kind: 'terminal', id: '1', name: 'zsh' } as const;

test('a terminal brings its last command, output and exit code', async () => {
  const { blocks } = await sourceOf(terminal('1', 'zsh', command)).resolve(one, {}, signal);
  const text = '$ npm test\nState: exit code 1\n\n2 failed';
  expect(blocks).toEqual([{ kind: 'terminal', title: 'Terminal “zsh”', text }]);
});

test('long output is cut at its beginning, and the block says so', async () => {
  const long = { ...command, output: `first${'x'.repeat(300_000)}last` };
  const { blocks } = await sourceOf(terminal('1', 'zsh', long)).resolve(one, {}, signal);
  const text = JSON.stringify(blocks);
  expect(text.length).toBeLessThan(210_000);
  expect(text).toContain('The beginning of the output is left out');
  expect(text).toContain('xlast');
  expect(text).not.toContain('first');
});

test('a terminal without shell integration says so', async () => {
  const { blocks } = await sourceOf(terminal('1', 'zsh')).resolve(one, {}, signal);
  expect(JSON.stringify(blocks)).toContain('has no shell integration');
});

test('a closed terminal is gone', async () => {
  const resolved = sourceOf().resolve(one, {}, signal);
  await expect(resolved).rejects.toMatchObject({ code: 'mention.gone' });
});

test('terminals of one name have tokens of their own', async () => {
  const rows = await sourceOf(terminal('1', 'zsh'), terminal('2', 'zsh')).find('', {}, signal);
  expect(new Set(rows.map(({ mention }) => mention.token)).size).toBe(2);
});

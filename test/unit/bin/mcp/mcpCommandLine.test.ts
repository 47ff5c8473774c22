import { expect, it } from 'vitest';
import { BadUsage } from '../../../../src/bin/badUsage';
import { mcpHelp, readMcpCommandLine } from '../../../../src/bin/mcp/mcpCommandLine';

it('reads the options, all of which the help lists', () => {
  expect(readMcpCommandLine([])).toEqual({ kind: 'serve' });
  expect(readMcpCommandLine(['--workspace=/a b'])).toEqual({ kind: 'serve', workspace: '/a b' });
  expect(readMcpCommandLine(['--workspace', 'x'])).toEqual({ kind: 'serve', workspace: 'x' });
  expect(readMcpCommandLine(['--help'])).toEqual({ kind: 'help' });
  expect(readMcpCommandLine(['--version'])).toEqual({ kind: 'version' });
  expect(new Set(mcpHelp.match(/--[a-z]+/g))).toEqual(
    new Set(['--workspace', '--help', '--version']),
  );
});

it.each([['--token=x'], ['folder'], ['--workspace='], ['--workspace', '--help']])(
  'rejects %j',
  (...argv) => {
    expect(() => readMcpCommandLine(argv)).toThrow(BadUsage);
  },
);

import { expect, it } from 'vitest';
import { identify } from '../../../../../src/host/agentTools/servers/serverIdentity';

const entry = { command: 'node', args: ['server.js'], env: { A: '1', B: '2' } };
const server = { file: '/w/.vscode/mcp.json', name: 'one', entry, envText: 'A=1' };
const hashOf = (change: object = {}) => identify({ ...server, ...change }, {}).hash;

it('another configuration, file, name or env file is another identity', () => {
  const hashes = [
    hashOf(),
    hashOf({ file: '/other/.vscode/mcp.json' }),
    hashOf({ name: 'two' }),
    hashOf({ envText: 'A=2' }),
    hashOf({ envText: undefined }),
    hashOf({ entry: { ...entry, args: ['server.js', '--more'] } }),
    hashOf({ entry: { ...entry, args: ['--more', 'server.js'] } }),
    hashOf({ entry: { ...entry, env: { A: '1', B: '3' } } }),
    hashOf({ entry: { ...entry, headers: {} } }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('the order of keys makes no difference', () => {
  const { command, args } = entry;
  expect(hashOf({ entry: { env: { B: '2', A: '1' }, args, command } })).toBe(hashOf());
});

it('the whole command is shown, with the variables that it gets', () => {
  const { summary } = identify(server, {
    command: 'my server',
    args: ['-e', '', 'it\'s "x"', '${env:KEY}'],
    env: { NODE_OPTIONS: '--require ./a.js' },
    envFile: '.env',
  });
  expect(summary).toBe(
    'NODE_OPTIONS="--require ./a.js" --env-file=.env "my server" -e "" "it\'s \\"x\\"" ${env:KEY}',
  );
  expect(identify(server, { url: 'https://x/${userHome}' }).summary).toBe('https://x/${userHome}');
});

it('characters that are drawn as nothing are spelled out', () => {
  const args = ['a\u200bb', '\u2800', '\u202e', '   ', '\u00a0', '\u{e0041}'];
  expect(identify(server, { command: 'x', args }).summary).toBe(
    'x a\\u{200b}b \\u{2800} \\u{202e} " \\u{20}\\u{20}" "\\u{a0}" \\u{e0041}',
  );
});

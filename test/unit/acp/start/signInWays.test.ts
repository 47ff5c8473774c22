import { describe, expect, it } from 'vitest';
import { initializeResult } from '../../../../src/acp/start/abilities';
import { toSignInWays } from '../../../../src/acp/start/signInWays';

const agent = { command: '/bin/agent', args: ['--acp'], env: { A: '1' } };

function ways(authMethods: unknown[]) {
  return toSignInWays(initializeResult.parse({ authMethods }).authMethods, agent);
}

describe('toSignInWays', () => {
  it('describes a way that the agent carries out itself', () => {
    expect(ways([{ id: 'web', name: 'Log in', description: 'In the browser' }])).toEqual([
      { id: 'web', label: 'Log in', description: 'In the browser', how: { kind: 'agent' } },
    ]);
  });

  it('runs the agent itself for a way in a terminal', () => {
    const [way] = ways([{ id: 't', type: 'terminal', args: ['login'], env: { B: '2' } }]);
    expect(way).toEqual({
      id: 't',
      label: 't',
      how: {
        kind: 'terminal',
        command: '/bin/agent',
        args: ['--acp', 'login'],
        env: { A: '1', B: '2' },
      },
    });
  });

  it('prefers a whole command line, as older adapters give it', () => {
    const [way] = ways([
      {
        id: 't',
        type: 'terminal',
        args: ['x'],
        _meta: {
          'terminal-auth': { command: 'claude', args: ['login', 5], env: { C: '3', D: 4 } },
        },
      },
    ]);
    expect(way?.how).toEqual({
      kind: 'terminal',
      command: 'claude',
      args: ['login'],
      env: { C: '3' },
    });
  });

  it('asks for variables, as secrets unless the agent says otherwise', () => {
    const vars = [
      { name: 'KEY' },
      { name: 'URL', label: 'Address', secret: false, optional: true },
    ];
    expect(ways([{ id: 'key', name: 'API key', type: 'env_var', vars }])[0]?.how).toEqual({
      kind: 'variables',
      variables: [
        { name: 'KEY', isSecret: true, isOptional: false },
        { name: 'URL', label: 'Address', isSecret: false, isOptional: true },
      ],
    });
  });

  it('leaves out what has no id', () => {
    expect(ways([{ name: 'nameless' }, 7, { id: 'ok' }]).map(({ id }) => id)).toEqual(['ok']);
  });
});

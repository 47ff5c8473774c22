import { expect, test } from 'vitest';
import { ideVariables, withVariables } from '../../../../src/host/terminalBridge/terminalVariables';

const of = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
  withVariables(env, ideVariables(4711, env, platform));

test('the CLI gets the port and does not install another extension', () => {
  expect(of({})).toMatchObject({
    CLAUDE_CODE_SSE_PORT: '4711',
    ENABLE_IDE_INTEGRATION: 'true',
    CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1',
  });
});

test.each([
  [{}, '127.0.0.1,localhost', '127.0.0.1,localhost'],
  [{ NO_PROXY: 'corp' }, 'corp,127.0.0.1,localhost', 'corp,127.0.0.1,localhost'],
  [{ no_proxy: 'corp' }, 'corp,127.0.0.1,localhost', 'corp,127.0.0.1,localhost'],
  [{ NO_PROXY: 'a', no_proxy: 'b' }, 'a,127.0.0.1,localhost', 'b,127.0.0.1,localhost'],
  [{ NO_PROXY: 'localhost, x', no_proxy: '' }, 'localhost, x,127.0.0.1', 'localhost, x,127.0.0.1'],
  [{ NO_PROXY: '*' }, '*', '*'],
  [{ NO_PROXY: '127.0.0.1,localhost' }, '127.0.0.1,localhost', '127.0.0.1,localhost'],
])('%j bypasses proxies for this machine, and keeps existing entries', (env, upper, lower) => {
  const { NO_PROXY, no_proxy } = of(env as Record<string, string>);
  expect([NO_PROXY, no_proxy]).toEqual([upper, lower]);
});

test('existing values are appended to, not replaced', () => {
  const changes = ideVariables(1, { NO_PROXY: 'corp' }, 'linux');
  expect(changes).toContainEqual({
    name: 'NO_PROXY',
    value: ',127.0.0.1,localhost',
    appends: true,
  });
});

test('Windows uses a single spelling of a variable', () => {
  const names = ideVariables(1, { No_Proxy: 'corp' }, 'win32').map(({ name }) => name);
  expect(names).not.toContain('no_proxy');
  expect(ideVariables(1, { No_Proxy: '*' }, 'win32').map(({ name }) => name)).not.toContain(
    'NO_PROXY',
  );
});

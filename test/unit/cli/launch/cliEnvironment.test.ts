import { expect, it } from 'vitest';
import { cliEnvironment, mayBypassPermissions } from '../../../../src/cli/launch/cliEnvironment';

const request = {
  inherited: { PATH: '/usr/bin', HOME: '/home/me' },
  shell: { PATH: '/opt/bin:/usr/bin', HOME: '/home/me', ANTHROPIC_API_KEY: 'k' },
  platform: 'linux',
  target: {},
  isOwnInstall: false,
} as const;

it('tells the CLI its entry point and what to report', () => {
  expect(cliEnvironment(request)).toEqual({
    PATH: '/opt/bin:/usr/bin',
    HOME: '/home/me',
    ANTHROPIC_API_KEY: 'k',
    CLAUDE_CODE_ENTRYPOINT: 'sdk-ts',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1',
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  });
});

it.each(['DEBUG', 'ELECTRON_RUN_AS_NODE', 'CLAUDECODE', 'CLAUDE_CODE_SSE_PORT'])(
  "does not pass on the editor's %s",
  name => {
    const inherited = { ...request.inherited, [name]: '1' };
    expect(cliEnvironment({ ...request, inherited })).not.toHaveProperty(name);
    expect(cliEnvironment({ ...request, shell: inherited })).not.toHaveProperty(name);
  },
);

it("keeps the user's NODE_OPTIONS, wherever they are set", () => {
  const options = '--use-openssl-ca --require "/opt/my proxy/setup.js"';
  const own = { NODE_OPTIONS: options };
  const inherited = { ...request.inherited, ...own };
  const shell = { ...request.shell, ...own };
  expect(cliEnvironment({ ...request, shell }).NODE_OPTIONS).toBe(options);
  expect(cliEnvironment({ ...request, inherited }).NODE_OPTIONS).toBe(options);
  // The start script of VS Code moves them there.
  const moved = { ...request.inherited, VSCODE_NODE_OPTIONS: options };
  expect(cliEnvironment({ ...request, inherited: moved }).NODE_OPTIONS).toBe(options);
});

it.each([
  '--require "/x/ms-vscode.js-debug/bootloader.js"',
  '-r /x/ms-vscode.js-debug/src/bootloader.js',
  '--require=/x/ms-vscode.js-debug/bootloader.js',
  '--inspect=127.0.0.1:9229',
  '--inspect-brk',
])("removes the editor's debugger from NODE_OPTIONS: %s", debuggers => {
  const keptOf = (text: string) =>
    cliEnvironment({ ...request, shell: { ...request.shell, NODE_OPTIONS: text } });
  expect(keptOf(debuggers)).not.toHaveProperty('NODE_OPTIONS');
  expect(keptOf(`--a ${debuggers} --b=c`).NODE_OPTIONS).toBe('--a --b=c');
});

it('lets the setting override and remove any variable', () => {
  const custom = { CLAUDE_CODE_ENTRYPOINT: 'cli', DEBUG: '1', ANTHROPIC_API_KEY: null };
  const env = cliEnvironment({ ...request, custom });
  expect(env).toMatchObject({ CLAUDE_CODE_ENTRYPOINT: 'cli', DEBUG: '1' });
  expect(env).not.toHaveProperty('ANTHROPIC_API_KEY');
});

it("disables updates only for Tandem's own installation", () => {
  expect(cliEnvironment({ ...request, isOwnInstall: true }).DISABLE_AUTOUPDATER).toBe('1');
});

it('sets the variables that the target needs to run', () => {
  const env = cliEnvironment({ ...request, target: { ELECTRON_RUN_AS_NODE: '1' } });
  expect(env.ELECTRON_RUN_AS_NODE).toBe('1');
});

it('ignores the case of names on Windows', () => {
  const inherited = { Path: 'C:\\bin', node_options: '--x', debug: '1' };
  const windows = { ...request, platform: 'win32', inherited, shell: inherited } as const;
  const env = cliEnvironment(windows);
  expect(env.PATH).toBe('C:\\bin');
  expect(env).not.toHaveProperty('Path');
  expect(env).not.toHaveProperty('debug');
  expect(env).not.toHaveProperty('node_options');
  expect(env.NODE_OPTIONS).toBe('--x');
});

it('does not let root bypass permissions outside a sandbox', () => {
  expect(mayBypassPermissions({}, false)).toBe(true);
  expect(mayBypassPermissions({}, true)).toBe(false);
  expect(mayBypassPermissions({ IS_SANDBOX: '1' }, true)).toBe(true);
});

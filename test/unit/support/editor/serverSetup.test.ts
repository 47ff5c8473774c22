import { describe, expect, it } from 'vitest';
import {
  serverArguments,
  serverEnvironment,
  userSettings,
  windowAddress,
} from '../../../support/editor/serverSetup';

const folders = { root: '/t', server: '/t/s', userData: '/t/u', extensions: '/t/e', temp: '/t/t' };
const off = {
  folders,
  workspaceTrust: false,
  smokeDriver: false,
  port: 0,
  builtIns: undefined,
  reconnects: true,
};

describe('serverArguments', () => {
  it('binds to the loopback address and keeps all data in the given folders', () => {
    const line = serverArguments(off).join(' ');
    expect(line).toContain('--host 127.0.0.1 --port 0');
    expect(line).toContain('--server-data-dir /t/s --user-data-dir /t/u --extensions-dir /t/e');
  });

  it('enables workspace trust and the smoke driver only on request', () => {
    expect(serverArguments(off)).toContain('--disable-workspace-trust');
    expect(serverArguments(off)).not.toContain('--enable-smoke-test-driver');
    const on = serverArguments({ ...off, workspaceTrust: true, smokeDriver: true });
    expect(on).not.toContain('--disable-workspace-trust');
    expect(on).toContain('--enable-smoke-test-driver');
  });

  it('ends the extension host of a window that is gone, unless it may come back', () => {
    const option = '--reconnection-grace-time 0';
    expect(serverArguments(off).join(' ')).not.toContain(option);
    expect(serverArguments({ ...off, reconnects: false }).join(' ')).toContain(option);
  });
});

describe('serverEnvironment', () => {
  it('keeps the shell\u2019s variables and drops those of runners and of the user\u2019s account', () => {
    const inherited = {
      PATH: '/bin',
      HOME: '/home/me',
      NODE_OPTIONS: '--inspect',
      npm_config_registry: 'x',
      VITEST: 'true',
      ANTHROPIC_API_KEY: 'secret',
      CLAUDECODE: '1',
      VSCODE_IPC_HOOK: '/x',
    };
    expect(serverEnvironment(inherited, {})).toEqual({ PATH: '/bin', HOME: '/home/me' });
  });

  it('lets the caller add dropped variables and remove kept ones', () => {
    const own = { ANTHROPIC_API_KEY: 'test', HOME: undefined };
    expect(serverEnvironment({ PATH: '/bin', HOME: '/home/me' }, own)).toEqual({
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'test',
    });
  });
});

describe('userSettings', () => {
  it('lets a test\u2019s own settings win', () => {
    expect(userSettings(true)['security.workspace.trust.enabled']).toBe(true);
    expect(userSettings(false, { 'files.autoSave': 'afterDelay' })).toMatchObject({
      'security.workspace.trust.enabled': false,
      'files.autoSave': 'afterDelay',
    });
  });
});

describe('windowAddress', () => {
  const origin = 'http://127.0.0.1:8300';
  const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);

  it('opens folders, workspace files and empty windows', () => {
    expect(parameters(windowAddress(origin, '/a b/c'))).toEqual({ folder: '/a b/c' });
    expect(parameters(windowAddress(origin, '/w.code-workspace'))).toEqual({
      workspace: '/w.code-workspace',
    });
    expect(parameters(windowAddress(origin))).toEqual({ ew: 'true' });
  });

  it('adds a payload as JSON', () => {
    const url = windowAddress(origin, '/w', [['extensionTestsPath', 'x']]);
    expect(parameters(url).payload).toBe('[["extensionTestsPath","x"]]');
  });
});

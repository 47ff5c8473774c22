import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  isAllowedVariable,
  readVariables,
} from '../../../../src/host/account/profileRules';

describe('addresses of profiles', () => {
  it.each([
    ...['https://gateway.example', 'https://gateway.example:8443/anthropic'],
    ...['http://127.0.0.1:4000', 'http://localhost', 'http://[::1]:9'],
  ])('may be %s', address => {
    expect(addressProblem(address)).toBeUndefined();
  });

  it.each([
    ['gateway.example', 'begins with https'],
    ['file:///etc/passwd', 'begins with https'],
    ['javascript:alert(1)', 'begins with https'],
    ['http://gateway.example', 'Over http://'],
    ['http://127.0.0.1.example', 'Over http://'],
    ['https://me:pw@gateway.example', 'user name'],
    ['https://gateway.example/?key=1', '“?”'],
    ['https://gateway.example/#x', '“#”'],
  ])('may not be %s', (address, reason) => {
    expect(addressProblem(address)).toContain(reason);
  });
});

describe('variables of profiles', () => {
  it('are read a line each', () => {
    expect(readVariables('A=1\r\n\n B_2 = x=y \n').problem).toContain('B_2 = x=y');
    expect(readVariables('A=1\r\n\n B_2= x=y \nC=')).toEqual({
      env: { A: '1', B_2: 'x=y', C: '' },
    });
  });

  it.each([
    ...['PATH', 'path', 'NODE_OPTIONS', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'GIT_SSH_COMMAND'],
    // Seen with 2.1.329: it runs the file that this names.
    ...['BUN_OPTIONS', 'BUN_INSPECT_PRELOAD', 'ELECTRON_RUN_AS_NODE', 'PYTHONSTARTUP', 'PERL5OPT'],
    ...['EDITOR', 'SSH_ASKPASS', 'ZDOTDIR', 'npm_config_script_shell', 'BASH_FUNC_x'],
    ...['HOME', 'CLAUDE_CONFIG_DIR', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'BASH_ENV'],
    ...['CLAUDE_CODE_SHELL_PREFIX', 'CLAUDE_CODE_OAUTH_TOKEN', '__proto__', '1A', 'A B', ''],
  ])('may not be named %j', name => {
    expect(readVariables(`${name}=1`).problem).toBeDefined();
    expect(isAllowedVariable(name, '1')).toBe(false);
  });

  it('have values of one line and a bounded length', () => {
    expect(isAllowedVariable('A', 'x'.repeat(4_001))).toBe(false);
    expect(isAllowedVariable('A', 'a\u0000b')).toBe(false);
    expect(isAllowedVariable('ANTHROPIC_MODEL', 'opus')).toBe(true);
  });
});

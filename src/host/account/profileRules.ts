import { posix, win32 } from 'node:path';
import * as l10n from '@vscode/l10n';

/** Variables that choose programs, folders or libraries, or that the profile's own fields set. */
const reserved = new RegExp(
  `^(?:${[
    'PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|ENV|IFS|PS4|EDITOR|VISUAL|PAGER|BROWSER',
    // Node, Bun (on which the CLI runs), Electron, and other interpreters.
    'NODE_.*|BUN_.*|ELECTRON_.*|NPM_CONFIG_.*|PYTHON(?:PATH|HOME|STARTUP|USERBASE)|PERL5(?:OPT|LIB)',
    'RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS',
    // Loaders, git, ssh and shells.
    'LD_.*|DYLD_.*|GIT_.*|SSH_ASKPASS|BASH_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|ZDOTDIR',
    'CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:ENTRYPOINT|OAUTH_TOKEN|SSE_PORT|SHELL.*|GIT_BASH_PATH)',
    'ANTHROPIC_(?:API_KEY|AUTH_TOKEN|BASE_URL)',
  ].join('|')})$`,
  'i',
);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns why an address cannot be used, and what would do. */
export function addressProblem(text: string): string | undefined {
  // `URL.parse` is newer than the oldest editor.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    return l10n.t('Enter an address that begins with https://.');
  }
  if (url.protocol === 'http:' && !loopback.has(url.hostname)) {
    return l10n.t('Use https://. Over http://, the key could be read on the way.');
  }
  if (url.username !== '' || url.password !== '') {
    return l10n.t('Leave out the user name and the password: enter a key instead.');
  }
  return url.search === '' && url.hash === ''
    ? undefined
    : l10n.t('Leave out what follows “?” or “#”.');
}

/** Returns why a program and its arguments cannot be run for a key. */
export function commandProblem([program = '', ...args]: readonly string[]): string | undefined {
  if (program === '') {
    return l10n.t('Enter a program.');
  }
  if (/[\\/]/.test(program) && !(posix.isAbsolute(program) || win32.isAbsolute(program))) {
    return l10n.t('Enter the full path of the program, or its name alone.');
  }
  return [program, ...args].some(part => /\p{Cc}/u.test(part)) || args.length > 50
    ? l10n.t('The command is too long, or has control characters.')
    : undefined;
}

/** Splits a text into a program and its arguments, one a line. */
export function readCommand(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** Variables by name, or the reason why a text of lines `NAME=value` cannot be used. */
export type Variables =
  | { readonly env: Readonly<Record<string, string>>; readonly problem?: undefined }
  | { readonly env?: undefined; readonly problem: string };

export function readVariables(text: string): Variables {
  const env: Record<string, string> = {};
  for (const line of text.split(/\r?\n/).filter(one => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    const problem = variableProblem(name, value, line);
    if (problem !== undefined) {
      return { problem };
    }
    env[name] = value.trim();
  }
  return { env };
}

/** Whether a stored variable may still be used. */
export function isAllowedVariable(name: string, value: string): boolean {
  return variableProblem(name, value, '') === undefined;
}

function variableProblem(name: string, value: string, line: string): string | undefined {
  if (!/^[A-Za-z_]\w{0,99}$/.test(name) || name === '__proto__') {
    return l10n.t('“{0}” is not NAME=value.', line.slice(0, 60));
  }
  if (reserved.test(name)) {
    return l10n.t(
      '{0} is not allowed here: it has a field of its own, or decides which programs run.',
      name,
    );
  }
  return value.length > 4_000 || /\p{Cc}/u.test(value)
    ? l10n.t('The value of {0} is too long, or has control characters.', name)
    : undefined;
}

import { type Environment, readVariable } from '../../node/environment';

/** Change of an environment variable; `appends` keeps the existing value. */
export interface VariableChange {
  readonly name: string;
  readonly value: string;
  readonly appends: boolean;
}

const loopback = ['127.0.0.1', 'localhost'];

/**
 * Returns the variables by which a CLI in a terminal connects to this window's server.
 * @param env environment of the terminal without us, as far as known
 */
export function ideVariables(
  port: number,
  env: Environment,
  platform: NodeJS.Platform,
): VariableChange[] {
  const set = (name: string, value: string) => ({ name, value, appends: false });
  return [
    set('CLAUDE_CODE_SSE_PORT', String(port)),
    set('ENABLE_IDE_INTEGRATION', 'true'),
    // Otherwise the CLI installs the vendor's extension through `code --install-extension`.
    set('CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL', '1'),
    ...noProxy(env, platform),
  ];
}

/** Applies changes to a copy of an environment. */
export function withVariables(
  env: Readonly<Record<string, string>>,
  changes: readonly VariableChange[],
): Record<string, string> {
  const result = { ...env };
  for (const { name, value, appends } of changes) {
    result[name] = appends ? `${result[name] ?? ''}${value}` : value;
  }
  return result;
}

/**
 * Exempts this machine from proxies, which older CLIs use even for it. Programs read one spelling
 * or the other.
 */
function noProxy(env: Environment, platform: NodeJS.Platform): VariableChange[] {
  const names = platform === 'win32' ? ['NO_PROXY'] : ['NO_PROXY', 'no_proxy'];
  const others = names.map(name => readVariable(env, name, platform)).find(Boolean);
  return names.flatMap((name): VariableChange[] => {
    const own = readVariable(env, name, platform);
    // A spelling that is newly added must not hide the value of the other one.
    const before = own || others || '';
    const known = before.split(/[,\s]+/);
    const missing = known.includes('*') ? [] : loopback.filter(host => !known.includes(host));
    const value = [...(before ? [before] : []), ...missing].join(',');
    if (value === own) {
      return [];
    }
    return own
      ? [{ name, value: `,${missing.join(',')}`, appends: true }]
      : [{ name, value, appends: false }];
  });
}

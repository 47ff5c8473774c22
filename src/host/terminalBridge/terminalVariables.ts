import { type Environment, readVariable } from '../../node/environment';

/** A change of a variable: what stands there already is kept when `appends`. */
export interface VariableChange {
  readonly name: string;
  readonly value: string;
  readonly appends: boolean;
}

const loopback = ['127.0.0.1', 'localhost'];

/**
 * What terminals are given so that a CLI in them connects to the server of this window.
 * @param env what they have without us, as far as it is known
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
    // It would install the vendor's extension through `code --install-extension`.
    set('CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL', '1'),
    ...noProxy(env, platform),
  ];
}

/** The changes made to an environment. */
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

/** Older CLIs ask a proxy even for this machine. Programs read one spelling or the other. */
function noProxy(env: Environment, platform: NodeJS.Platform): VariableChange[] {
  const names = platform === 'win32' ? ['NO_PROXY'] : ['NO_PROXY', 'no_proxy'];
  const others = names.map(name => readVariable(env, name, platform)).find(Boolean);
  return names.flatMap((name): VariableChange[] => {
    const own = readVariable(env, name, platform);
    // A spelling that was not there would hide what the other one says.
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

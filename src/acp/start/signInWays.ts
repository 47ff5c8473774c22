import { isObject } from '../../base/json';
import type { AcpCommand, AcpSignIn } from '../ports';
import type { SignInMethod } from './abilities';

/**
 * Describes an agent's ways to sign in.
 * @param agent command that runs the agent, which a way of kind `terminal` extends
 */
export function toSignInWays(
  methods: readonly SignInMethod[],
  agent: Pick<AcpCommand, 'command' | 'args' | 'env'>,
): AcpSignIn[] {
  return methods.map(method => {
    const { id, name, description } = method;
    return {
      id,
      label: name || id,
      ...(description ? { description } : {}),
      how: howOf(method, agent),
    };
  });
}

function howOf(
  { type, args = [], env = {}, vars, _meta: meta }: SignInMethod,
  agent: Pick<AcpCommand, 'command' | 'args' | 'env'>,
): AcpSignIn['how'] {
  const older = meta?.['terminal-auth'];
  if (isObject(older) && typeof older.command === 'string') {
    return {
      kind: 'terminal',
      command: older.command,
      args: textsOf(older.args),
      env: variablesOf(older.env),
    };
  }
  if (type === 'terminal') {
    return {
      kind: 'terminal',
      command: agent.command,
      args: [...agent.args, ...args],
      env: { ...agent.env, ...env },
    };
  }
  if (type === 'env_var' && vars.length > 0) {
    const variables = vars.map(({ name, label, secret, optional }) => ({
      name,
      ...(label ? { label } : {}),
      isSecret: secret !== false,
      isOptional: optional === true,
    }));
    return { kind: 'variables', variables };
  }
  return { kind: 'agent' };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : [];
}

function variablesOf(value: unknown): Record<string, string> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

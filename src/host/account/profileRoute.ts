import type { Profile } from './profileSchema';

/** Variables that hold a profile's key, by the kind of its authorization. */
export const keyVariables = { apiKey: 'ANTHROPIC_API_KEY', token: 'ANTHROPIC_AUTH_TOKEN' } as const;

/** Address of profiles that name none. */
export const ownAddress = 'https://api.anthropic.com';

const clouds = [
  ...['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'ANTHROPIC_AWS', 'ANTHROPIC_GOOGLE_CLOUD'],
].map(cloud => `CLAUDE_CODE_USE_${cloud}`);

/** Returns what decides the address of a profile. An empty variable counts as none. */
export function routeOf({ baseUrl, auth, env }: Profile): Readonly<Record<string, string>> {
  const isUsual = auth === 'none' && baseUrl === undefined;
  const own = auth === 'command' ? 'apiKey' : auth;
  const others = Object.entries(keyVariables).filter(([kind]) => !isUsual && kind !== own);
  const emptied = [
    ...[...clouds, 'ANTHROPIC_UNIX_SOCKET'].filter(name => !Object.hasOwn(env, name)),
    ...others.map(([, name]) => name),
  ];
  return {
    ...Object.fromEntries(emptied.map(name => [name, ''])),
    ANTHROPIC_BASE_URL: baseUrl ?? ownAddress,
  };
}

type Environment = Readonly<Record<string, string>>;

/** Returns an environment in which the profile alone decides on address and key. */
export function environmentWith(
  env: Environment,
  { baseUrl, auth, env: own }: Profile,
  key: Environment,
): Record<string, string> {
  const {
    ANTHROPIC_BASE_URL: _url,
    // The CLI reads this one before its settings.
    ANTHROPIC_UNIX_SOCKET: _socket,
    ANTHROPIC_API_KEY: apiKey,
    ANTHROPIC_AUTH_TOKEN: token,
    CLAUDE_CODE_OAUTH_TOKEN: oauth,
    ...rest
  } = env;
  const inherited = {
    ...(apiKey === undefined ? {} : { ANTHROPIC_API_KEY: apiKey }),
    ...(token === undefined ? {} : { ANTHROPIC_AUTH_TOKEN: token }),
    ...(oauth === undefined ? {} : { CLAUDE_CODE_OAUTH_TOKEN: oauth }),
  };
  return {
    ...rest,
    ...own,
    ...(baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(auth === 'none' && baseUrl === undefined ? inherited : {}),
    ...key,
  };
}

/** Whether a profile's own variables send requests to a cloud provider. */
export function usesCloud(env: Environment): boolean {
  return clouds.some(name => /^\s*(?:1|true|yes|on)\s*$/i.test(env[name] ?? ''));
}

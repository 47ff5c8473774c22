import type { Profile } from './profileSchema';

/** Variables that hold a profile's key, by the kind of its authorization. */
export const keyVariables = { apiKey: 'ANTHROPIC_API_KEY', token: 'ANTHROPIC_AUTH_TOKEN' } as const;

/** Address of profiles that name none. */
const ownAddress = 'https://api.anthropic.com';

const clouds = ['BEDROCK', 'VERTEX', 'FOUNDRY'].map(cloud => `CLAUDE_CODE_USE_${cloud}`);

/** Returns what decides the address of a profile. An empty variable counts as none. */
export function routeOf({ baseUrl, auth, env }: Profile): Readonly<Record<string, string>> {
  const isUsual = auth === 'none' && baseUrl === undefined;
  const others = Object.entries(keyVariables).filter(([kind]) => !isUsual && kind !== auth);
  const emptied = [
    ...clouds.filter(name => !Object.hasOwn(env, name)),
    ...others.map(([, name]) => name),
  ];
  return {
    ...Object.fromEntries(emptied.map(name => [name, ''])),
    ANTHROPIC_BASE_URL: baseUrl ?? ownAddress,
  };
}

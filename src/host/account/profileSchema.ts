import * as z from '../../base/schema';
import { addressProblem, commandProblem, isAllowedVariable } from './profileRules';

/**
 * How the requests of a profile are authorized. `none`: as without a profile. `command`: by the
 * output of a program.
 */
export const authKinds = ['none', 'apiKey', 'token', 'command'] as const;
export type AuthKind = (typeof authKinds)[number];

/** Account and address that the agents of some folders use. The key is stored elsewhere. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  /** Absent: Anthropic's own API. */
  readonly baseUrl?: string | undefined;
  readonly auth: AuthKind;
  readonly env: Readonly<Record<string, string>>;
  /** Program that prints the key, and its arguments; for `command` only. */
  readonly command?: readonly string[] | undefined;
  /** True if only the gateway gets the key; always so with a command. */
  readonly isKeyKept?: boolean | undefined;
  /** True if its model calls are never observed. */
  readonly isUnobserved?: boolean | undefined;
}

/** Whether a profile's key goes to the gateway only, and never to an agent. */
export function keepsKey({ auth, isKeyKept }: Pick<Profile, 'auth' | 'isKeyKept'>): boolean {
  return auth === 'command' || (auth !== 'none' && isKeyKept === true);
}

export interface StoredProfiles {
  readonly profiles: readonly Profile[];
  /** Ids by the paths of folders; '' stands for no profile. */
  readonly folders: Readonly<Record<string, string>>;
  /** Id for all other folders. */
  readonly fallback?: string | undefined;
}

export const noProfiles: StoredProfiles = { profiles: [], folders: {} };

const profile = z.object({
  ...{ id: z.string(), name: z.string(), auth: z.enum(authKinds) },
  baseUrl: z.optional(z.string().check(z.refine(text => addressProblem(text) === undefined))),
  env: z.record(z.string(), z.string()),
  command: z.optional(
    z.array(z.string()).check(z.refine(command => commandProblem(command) === undefined)),
  ),
  isKeyKept: z.optional(z.boolean()),
  isUnobserved: z.optional(z.boolean()),
});

const stored = z.object({
  profiles: z.array(z.unknown()),
  folders: z.record(z.string(), z.string()),
  fallback: z.optional(z.string()),
});

/**
 * Reads what VS Code has stored. Something else than profiles counts as none. One that is not valid
 * takes no other one with it; variables that are no longer allowed are left out.
 */
export function parseProfiles(data: unknown): StoredProfiles {
  const parsed = z.safeParse(stored, data);
  return parsed.success
    ? { ...parsed.data, profiles: parsed.data.profiles.flatMap(parseProfile) }
    : noProfiles;
}

function parseProfile(data: unknown): readonly Profile[] {
  const parsed = z.safeParse(profile, data);
  if (!parsed.success) {
    return [];
  }
  const allowed = Object.entries(parsed.data.env).filter(([name, value]) =>
    isAllowedVariable(name, value),
  );
  return [{ ...parsed.data, env: Object.fromEntries(allowed) }];
}

import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { KeySource } from '../../gateway/forward/credentials';
import type { Profile } from '../account/profileSchema';
import type { Profiles } from '../account/profiles';
import { KeyCommand } from './keyCommand';

export interface KeyParts {
  readonly profiles: Pick<Profiles, 'requireSecret'>;
  /** Environment for helper commands. */
  environment(): Promise<Readonly<Record<string, string>>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Returns the key of a profile for the gateway.
 * @throws UserError `profile.noSecret`
 */
export async function keySourceOf(profile: Profile, parts: KeyParts): Promise<KeySource> {
  const { platform, clock, log } = parts;
  const { auth, command = [], name } = profile;
  if (auth === 'command') {
    const environment = () => parts.environment();
    return new KeyCommand({ command, profile: name, environment, platform, clock, log });
  }
  // The key stays with the address that it was read with, whatever becomes of the profile.
  const key = await parts.profiles.requireSecret(profile);
  const header = auth === 'token' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
  return { headers: async () => header, refused: () => undefined };
}

import * as z from '../../base/schema';
import { ownAddress } from './profileRoute';
import type { Profile } from './profileSchema';

const bound = z.object({ address: z.string(), key: z.string() });

/**
 * Returns what is stored of a key. All windows share it, but each has its own idea of the profile:
 * the key must not go to an address that another window has replaced.
 */
export function boundKey({ baseUrl = ownAddress }: Pick<Profile, 'baseUrl'>, key: string): string {
  return JSON.stringify({ address: baseUrl, key });
}

/** Returns the stored key, unless it belongs to another address. Earlier versions named none. */
export function keyFor(
  { baseUrl = ownAddress }: Pick<Profile, 'baseUrl'>,
  text: string,
): string | undefined {
  if (!text.startsWith('{')) {
    return text;
  }
  const parsed = z.safeParse(bound, jsonIn(text));
  return parsed.success && parsed.data.address === baseUrl ? parsed.data.key : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else has written it: there is no key.
    return undefined;
  }
}

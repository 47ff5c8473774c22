import { maskSecrets } from '../../base/secrets';

const secretName = /key|token|secret|passw|credential|auth|cookie|session/i;
/** UTF-16 units. Shorter values are ordinary words that a report contains for other reasons. */
const shortest = 6;

/**
 * Returns values that must not appear in a report: environment variables with secret-looking names,
 * also those of profiles, everything that the user has set in the agent's environment, and keys.
 */
export function secretValues(
  inherited: readonly (readonly [name: string, value: string | undefined])[],
  own: Readonly<Record<string, string | null>>,
  keys: readonly string[],
): string[] {
  const secret = inherited.filter(([name]) => secretName.test(name));
  return [...[...secret, ...Object.entries(own)].map(([, value]) => value ?? ''), ...keys]
    .filter(value => value.length >= shortest)
    .sort((a, b) => b.length - a.length);
}

/** Removes these values and whatever looks like a secret; shortens the home folder to `~`. */
export function scrub(text: string, values: readonly string[], home: string): string {
  const without = values
    .flatMap(formsOf)
    .reduce((rest, value) => rest.replaceAll(value, '***'), text);
  return maskSecrets(home.length > 1 ? withoutHome(without, home) : without);
}

/** Replaces the home folder, which names the user, also in folder names derived from a path. */
function withoutHome(text: string, home: string): string {
  const slug = home.replace(/[^A-Za-z0-9]/g, '-');
  const forms = [...formsOf(home), ...formsOf(home.replaceAll('\\', '/')), slug];
  const any = [...new Set(forms)].map(form => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return text.replace(new RegExp(`(?<![\\w.-])(?:${any.join('|')})(?![\\w.])`, 'gi'), '~');
}

/** Returns the value as is and as escaped in JSON. */
function formsOf(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1)];
}

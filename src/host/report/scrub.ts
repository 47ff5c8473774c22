import { maskSecrets } from '../../cli/secrets';

const secretName = /key|token|secret|passw|credential|auth|cookie|session/i;
/** UTF-16 units. Shorter values are words that stand in a report for other reasons. */
const shortest = 6;

/**
 * Values that must not be in a report: of the environment what is secret by its name, and all that the
 * person has set for the agent.
 */
export function secretValues(
  inherited: NodeJS.ProcessEnv,
  own: Readonly<Record<string, string | null>>,
): string[] {
  const secret = Object.entries(inherited).filter(([name]) => secretName.test(name));
  return [...secret, ...Object.entries(own)]
    .map(([, value]) => value ?? '')
    .filter(value => value.length >= shortest)
    .sort((a, b) => b.length - a.length);
}

/** A text without these values, without what is secret by its form, and with the home folder as `~`. */
export function scrub(text: string, values: readonly string[], home: string): string {
  // As they are, and as they stand in JSON.
  const forms = values.flatMap(value => [value, JSON.stringify(value).slice(1, -1)]);
  const without = forms.reduce((rest, value) => rest.replaceAll(value, '***'), text);
  const short = home.length > 1 ? without.replaceAll(home, '~') : without;
  return maskSecrets(short);
}

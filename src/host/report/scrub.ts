import { maskSecrets } from '../../cli/launch/secrets';

const secretName = /key|token|secret|passw|credential|auth|cookie|session/i;
/** UTF-16 units. Shorter values are words that stand in a report for other reasons. */
const shortest = 6;

/**
 * Values that must not be in a report: of the environment what is secret by its name, and all that the
 * user has set for the agent.
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
  const without = values
    .flatMap(formsOf)
    .reduce((rest, value) => rest.replaceAll(value, '***'), text);
  return maskSecrets(home.length > 1 ? withoutHome(without, home) : without);
}

/** The home folder names the user. The names of folders that are made of a path hold it, too. */
function withoutHome(text: string, home: string): string {
  const slug = home.replace(/[^A-Za-z0-9]/g, '-');
  const forms = [...formsOf(home), ...formsOf(home.replaceAll('\\', '/')), slug];
  const any = [...new Set(forms)].map(form => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return text.replace(new RegExp(`(?<![\\w.-])(?:${any.join('|')})(?![\\w.])`, 'gi'), '~');
}

/** As it is, and as it stands in JSON. */
function formsOf(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1)];
}

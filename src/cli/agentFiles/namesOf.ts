import { asString } from '../../base/json';

/** Returns the names in a value: a list of YAML, or words with commas. */
export function namesOf(value: unknown): readonly string[] | undefined {
  const names: readonly unknown[] | undefined = Array.isArray(value)
    ? value
    : asString(value)?.split(/,(?![^()]*\))/);
  return names?.flatMap(name => (typeof name === 'string' ? name.trim() || [] : []));
}

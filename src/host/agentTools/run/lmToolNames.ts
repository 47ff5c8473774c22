/** Begins the names of tools of other extensions. */
export const lmPrefix = 'lm_';
/** The API takes 64 characters, of which the server's name has some. */
const longest = 48;

/**
 * Names for tools of other extensions as the agent's API takes them, in their order: letters, digits,
 * `_` and `-`, each once.
 */
export function lmToolNames(originals: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return originals.map(original => {
    const safe = `${lmPrefix}${original.replaceAll(/[^\w-]+/g, '_')}`.slice(0, longest);
    let name = safe;
    for (let count = 2; taken.has(name); count++) {
      const suffix = `_${count}`;
      name = `${safe.slice(0, longest - suffix.length)}${suffix}`;
    }
    taken.add(name);
    return name;
  });
}

/** Prefix for the names of other extensions' tools. */
export const lmPrefix = 'lm_';
/** Maximum length of a name: the API allows 64 characters, and the MCP server's name uses some. */
const longest = 48;

/**
 * Converts the names of other extensions' tools to unique names that the API allows, in order:
 * letters, digits, single `_` and `-`. A double `_` separates a server from its tool.
 */
export function lmToolNames(originals: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return originals.map(original => {
    const safe = trimmed(`${lmPrefix}${original.replaceAll(/[^\w-]+/g, '_')}`, longest);
    let name = safe;
    for (let count = 2; taken.has(name); count++) {
      const suffix = `_${count}`;
      name = `${trimmed(safe, longest - suffix.length)}${suffix}`;
    }
    taken.add(name);
    return name;
  });
}

function trimmed(name: string, length: number): string {
  return name.replaceAll(/_{2,}/g, '_').slice(0, length).replace(/_$/, '');
}

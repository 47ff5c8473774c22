import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Returns paths of TypeScript files below `folder`, both relative to the repository. */
export function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(repository, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Returns each file's imports among these files, including type and dynamic imports. */
export function importsAmong(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Set(files);
  return new Map(files.map(file => [file, importsOf(file, known)]));
}

function importsOf(file: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const text = readFileSync(join(repository, file), 'utf8');
  const found = new Set<string>();
  for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
    const path = join(dirname(file), specifier).replaceAll('\\', '/');
    const target = [`${path}.ts`, `${path}.tsx`].find(name => known.has(name));
    if (target) found.add(target);
  }
  return found;
}

/** Returns groups of nodes that all reach each other; none if the graph has no cycle. */
export function cyclesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...graph.keys()].map(node => [node, reachable(graph, node)]));
  const groups = new Map<string, string[]>();
  for (const [node, targets] of reached) {
    if (!targets.has(node)) continue;
    const group = [...targets].filter(other => reached.get(other)?.has(node)).sort();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

function reachable(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return seen;
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesIn, importsAmong, repository, sourcesIn } from '../../support/sourceFiles';

const layers = [
  'base',
  'contract',
  'transcript',
  'protocol',
  'node',
  'core',
  'cli',
  'acp',
  'terminalServer',
  'gateway',
  'speech',
  'bin',
  'host',
].map(name => `src/${name}`);
const all = importsAmong([...sourcesIn('src'), ...sourcesIn('webview')]);

/** Returns the imports between a layer's folders; a file next to the folders counts separately. */
function folderGraph(layer: string): ReadonlyMap<string, ReadonlySet<string>> {
  const roomOf = (file: string) => (dirname(file) === layer ? file : dirname(file));
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of all) {
    if (!file.startsWith(`${layer}/`)) continue;
    const room = roomOf(file);
    const edges = graph.get(room) ?? new Set();
    for (const target of targets) {
      const other = roomOf(target);
      if (target.startsWith(`${layer}/`) && other !== room) edges.add(other);
    }
    graph.set(room, edges);
  }
  return graph;
}

describe.each([...layers, 'webview'])('The folders of %s', layer => {
  it('import each other in one direction only, types included', () => {
    const graph = folderGraph(layer);
    expect(graph.size).toBeGreaterThan(0);
    expect(cyclesIn(graph)).toEqual([]);
  });
});

it('lets features of the host import each other in one direction only, whatever their folders', () => {
  const graph = new Map<string, Set<string>>();
  const featureOf = (file: string) => /^src\/host\/([^/]+)\//.exec(file)?.[1];
  for (const [file, targets] of all) {
    const feature = featureOf(file);
    if (feature === undefined) continue;
    const edges = graph.get(feature) ?? new Set();
    for (const other of [...targets].map(featureOf)) {
      if (other !== undefined && other !== feature) edges.add(other);
    }
    graph.set(feature, edges);
  }
  expect(graph.size).toBeGreaterThan(0);
  expect(cyclesIn(graph)).toEqual([]);
});

it('allows no import cycle between files, types included', () => {
  expect(cyclesIn(all)).toEqual([]);
});

it('detects a cycle', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(cyclesIn(graph)).toEqual([['b', 'c']]);
});

const layerOf = (file: string) =>
  /^(?:src\/(\w+)|(webview))\//.exec(file)?.slice(1).find(Boolean) ?? 'extension.ts';

/** Returns the layers that each layer's files import. */
function importedLayers(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const [file, targets] of all) {
    const layer = layerOf(file);
    const edges = found.get(layer) ?? new Set();
    for (const target of targets) edges.add(layerOf(target));
    edges.delete(layer);
    found.set(layer, edges);
  }
  return new Map([...found].map(([layer, edges]) => [layer, [...edges].sort()]));
}

/** Returns the projects that each layer's project references. */
function references(layer: string): string[] {
  const folder =
    layer === 'webview' ? 'webview' : join('src', layer === 'extension.ts' ? '' : layer);
  const config = JSON.parse(readFileSync(join(repository, folder, 'tsconfig.json'), 'utf8'));
  return config.references.map(({ path }: { path: string }) => path.replace(/^.*\//, '')).sort();
}

/** Reads the table of the map: `| layer | what it may import |`. */
function mapped(): Map<string, string[]> {
  const map = readFileSync(join(repository, 'src', 'README.md'), 'utf8');
  const [, table = ''] = /## Layers\n([\s\S]*?)\n## /.exec(map) ?? [];
  const rows = [...table.matchAll(/^\| `([\w.]+)` +\| (.*?) +\|/gm)];
  return new Map(
    rows.map(([, layer = '', names = '']) => [
      layer,
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort(),
    ]),
  );
}

describe('The layers', () => {
  const imported = importedLayers();

  it.each([...imported])('%s: map, project references and imports agree', (layer, used) => {
    expect(references(layer)).toEqual(used);
    expect(mapped().get(layer)).toEqual(used);
  });

  it('are all on the map', () => {
    expect([...mapped().keys()].sort()).toEqual([...imported.keys()].sort());
  });
});

import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

/**
 * Returns the names of the files that a page needs for its first picture, in addition to its entry's
 * script and style sheet: modules that the script imports, and fonts of the style sheet. The host
 * names them in the page's HTML, because the browser would otherwise request them only after it has
 * read the former two.
 * @param entry name without extension
 */
export function pagePartsOf(outputs: Outputs, entry: string): readonly string[] {
  const modules = new Set<string>();
  const follow = (path: string) => {
    for (const one of outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement' && !modules.has(one.path)) {
        modules.add(one.path);
        follow(one.path);
      }
    }
  };
  follow(pathOf(outputs, `${entry}.js`));
  const style = outputs[pathOf(outputs, `${entry}.css`)]?.imports ?? [];
  const fonts = style.filter(({ kind }) => kind === 'url-token').map(({ path }) => path);
  return [...modules, ...fonts].map(nameOf);
}

function pathOf(outputs: Outputs, name: string): string {
  const path = Object.keys(outputs).find(one => nameOf(one) === name);
  if (path === undefined) throw new Error(`No bundle has the file ${name}`);
  return path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

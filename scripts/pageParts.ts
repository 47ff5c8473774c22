import { isStatic, type Outputs, reach } from './builtOutputs';

/**
 * Returns the names of the files that a page needs for its first picture, in addition to its entry's
 * script and style sheet: modules that the script imports, and fonts of the style sheet. The host
 * names them in the page's HTML, because the browser would otherwise request them only after it has
 * read the former two.
 * @param entry name without extension
 * @param soon sources of what the entry's script loads dynamically, but right at its start
 */
export function pagePartsOf(
  outputs: Outputs,
  entry: string,
  soon: readonly string[],
): readonly string[] {
  const script = pathOf(outputs, `${entry}.js`);
  const later = soon.map(source => builtFrom(outputs, source));
  const files = reach(outputs, [script, ...later], isStatic);
  files.delete(script);
  const style = outputs[pathOf(outputs, `${entry}.css`)]?.imports ?? [];
  const fonts = style.filter(({ kind }) => kind === 'url-token').map(({ path }) => path);
  return [...files, ...fonts].map(nameOf);
}

function pathOf(outputs: Outputs, name: string): string {
  const path = Object.keys(outputs).find(one => nameOf(one) === name);
  if (path === undefined) throw new Error(`No bundle has the file ${name}`);
  return path;
}

function builtFrom(outputs: Outputs, source: string): string {
  const path = Object.keys(outputs).find(one => outputs[one]?.entryPoint === source);
  if (path === undefined) throw new Error(`No bundle has a file for ${source}`);
  return path;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

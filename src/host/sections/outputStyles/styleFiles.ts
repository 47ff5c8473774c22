import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readBoundedText } from '../../../node/boundedFile';

/** File with an output style of the user's own. */
export interface StyleFile {
  readonly name: string;
  readonly description: string | undefined;
  readonly path: string;
  readonly scope: 'user' | 'project';
}

/** Folder with the styles of a scope; undefined without a folder. */
export function styleFolder(
  scope: 'user' | 'project',
  configFolder: string,
  cwd: string | undefined,
): string | undefined {
  if (scope === 'user') {
    return join(configFolder, 'output-styles');
  }
  return cwd === undefined ? undefined : join(cwd, '.claude', 'output-styles');
}

/** Files of one folder that are read. */
const mostFiles = 500;

/** Lists the styles in files, the user's first. What cannot be read is left out. */
export async function styleFiles(
  configFolder: string,
  cwd: string | undefined,
): Promise<readonly StyleFile[]> {
  const scopes = (['user', 'project'] as const).map(async scope => {
    const folder = styleFolder(scope, configFolder, cwd);
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    const paths = names.filter(name => name.endsWith('.md')).map(name => join(folder ?? '', name));
    const styles: StyleFile[] = [];
    // Reading a file takes the memory of the largest one, so only one is read at a time.
    for (const path of paths.sort().slice(0, mostFiles)) {
      styles.push(await styleFile(path, scope));
    }
    return styles;
  });
  return (await Promise.all(scopes)).flat();
}

async function styleFile(path: string, scope: StyleFile['scope']): Promise<StyleFile> {
  const text = await readBoundedText(path, 1).catch(() => '');
  const head = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.+)$`, 'm')
      .exec(head)?.[1]
      ?.trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  const fallback = path.replace(/^.*[/\\]/, '').replace(/\.md$/, '');
  return { name: field('name') ?? fallback, description: field('description'), path, scope };
}

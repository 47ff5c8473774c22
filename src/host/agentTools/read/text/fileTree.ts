interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

/**
 * Formats paths as an indented tree. Folders show their file count; those at the last level are not
 * expanded.
 * @param paths relative, with forward slashes
 * @param depth number of levels shown
 */
export function fileTree(paths: readonly string[], depth: number): string[] {
  const root = newFolder();
  for (const path of paths) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let at = root;
    for (const part of parts) {
      const next = at.folders.get(part) ?? newFolder();
      at.folders.set(part, next);
      at = next;
    }
    at.files.push(name);
  }
  return linesOf(root, depth, '');
}

function newFolder(): Folder {
  return { folders: new Map(), files: [] };
}

function linesOf({ folders, files }: Folder, depth: number, indent: string): string[] {
  const inside = [...folders].sort(([one], [other]) => Number(one > other) || -1);
  return [
    ...inside.flatMap(([name, folder]) => {
      const count = countOf(folder);
      const heading = `${indent}${name}/ (${count} ${count === 1 ? 'file' : 'files'})`;
      return depth > 1 ? [heading, ...linesOf(folder, depth - 1, `${indent}  `)] : [heading];
    }),
    ...[...files].sort().map(name => `${indent}${name}`),
  ];
}

function countOf({ folders, files }: Folder): number {
  return [...folders.values()].reduce((sum, folder) => sum + countOf(folder), files.length);
}

import { win32 } from 'node:path';

/**
 * Finds what a batch file made by npm, pnpm, yarn or Scoop starts: the full path of an `.exe`, a
 * script for Node, or another batch file. Returns `undefined` for any other batch file.
 */
export function resolveCmdShim(text: string, shimPath: string): string | undefined {
  const folder = win32.dirname(shimPath);
  let target: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const beforeArguments = /^(.*)\s%\*/.exec(line)?.[1];
    if (beforeArguments !== undefined) {
      // The program (node.exe) comes first, its script last.
      const quoted = [...beforeArguments.matchAll(/"([^"]+)"/g)].map(match => match[1] ?? '');
      target = expand(quoted.at(-1) ?? '', folder) ?? target;
    }
  }
  return target;
}

function expand(path: string, folder: string): string | undefined {
  // npm stores %~dp0, which ends in a backslash, in a variable dp0 that it uses in the same way.
  const full = path.replace(/^(%~dp0|%dp0%)[\\/]*/i, () => `${folder}\\`);
  if (full.includes('%') || !/\.(exe|[cm]?js|cmd|bat)$/i.test(full) || !win32.isAbsolute(full)) {
    return undefined;
  }
  return win32.normalize(full);
}

import { fileURLToPath } from 'node:url';

/**
 * @param named as the editor hands on the source of a stack frame: a path, the URI of a file where the
 * window is a remote one, or a name that the adapter has made
 */
export function sourcePath(named: string): string {
  const path = /^(?:file|vscode-remote):\/\/[^/]*(\/.*)$/.exec(named)?.[1];
  if (path === undefined) {
    return named;
  }
  try {
    return fileURLToPath(`file://${path}`);
  } catch {
    // A file of another system than this one's.
    return named;
  }
}

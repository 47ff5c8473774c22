import { fileURLToPath } from 'node:url';

/**
 * Converts the source of a stack frame to a path.
 * @param named a path, a file URI in a remote window, or a name that the adapter made up
 */
export function sourcePath(named: string): string {
  const path = /^(?:file|vscode-remote):\/\/[^/]*(\/.*)$/.exec(named)?.[1];
  if (path === undefined) {
    return named;
  }
  try {
    return fileURLToPath(`file://${path}`);
  } catch {
    // The URI does not fit this operating system.
    return named;
  }
}

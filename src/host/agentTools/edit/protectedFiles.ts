import { basename } from 'node:path';

/** Folders whose files decide what git, editors and agents run or allow. */
const folders = new Set(['.git', '.claude', '.vscode', '.idea', '.husky', '.devcontainer']);
const names = new Set([
  ...['.gitconfig', '.gitmodules', '.ripgreprc', '.mcp.json', '.claude.json'],
  ...['.bashrc', '.bash_profile', '.zshrc', '.zprofile', '.zshenv', '.profile'],
]);

/**
 * Whether a file is one that Claude Code asks about in every mode. A tool of the editor that the user
 * has allowed for good must not reach it.
 * @param path absolute
 */
export function isProtected(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = basename(path).toLowerCase();
  return (
    parts.some(part => folders.has(part)) || names.has(name) || name.endsWith('.code-workspace')
  );
}

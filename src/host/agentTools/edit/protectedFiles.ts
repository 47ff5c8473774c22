/** Folders whose files decide what git, editors and agents run or allow. */
const folders = new Set(['.git', '.claude', '.vscode', '.idea', '.husky', '.devcontainer']);
const names = new Set([
  ...['.gitconfig', '.gitmodules', '.ripgreprc', '.mcp.json', '.claude.json'],
  ...['.bashrc', '.bash_profile', '.zshrc', '.zprofile', '.zshenv', '.profile'],
]);

/** Short names that Windows gives such folders, which begin with a period. */
const shortName = /^(?:git|claude|vscode|idea|husky|devcon)~\d+$/;

/**
 * Whether a file is one that Claude Code asks about in every mode. A tool of the editor that the user
 * has allowed for good must not reach it.
 * @param path absolute
 */
export function isProtected(path: string): boolean {
  const parts = withoutWorktree(path.toLowerCase().split(/[\\/]/)).map(nameOnDisk);
  const name = parts.at(-1) ?? '';
  return (
    parts.some(part => folders.has(part) || shortName.test(part)) ||
    names.has(name) ||
    name.endsWith('.code-workspace')
  );
}

/** Claude Code keeps its work trees in `.claude/worktrees`; what lies in one is a project's. */
function withoutWorktree(parts: readonly string[]): readonly string[] {
  const at = parts.findIndex(
    (part, index) => part === '.claude' && parts[index + 1] === 'worktrees',
  );
  return at !== -1 && at + 3 < parts.length
    ? [...parts.slice(0, at), ...parts.slice(at + 3)]
    : parts;
}

/**
 * Windows takes `.git.`, `.git ` and `.git::$INDEX_ALLOCATION` for `.git`, and older disks of macOS
 * ignore characters without width.
 */
function nameOnDisk(part: string): string {
  return part
    .replace(/\p{Cf}/gu, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
}

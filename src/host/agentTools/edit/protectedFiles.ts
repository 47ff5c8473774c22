/** Folders whose files decide what git, editors and agents run or allow. */
const folders = new Set([
  ...['.git', '.claude', '.vscode', '.idea', '.husky', '.devcontainer'],
  ...['.cargo', '.yarn', '.mvn'],
]);
const names = new Set([
  ...['.gitconfig', '.gitmodules', '.ripgreprc', '.mcp.json', '.claude.json', '.envrc'],
  ...['.bashrc', '.bash_profile', '.bash_login', '.bash_aliases', '.bash_logout', '.profile'],
  ...['.zshrc', '.zprofile', '.zshenv', '.zlogin', '.zlogout'],
  ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnp.cjs', '.pnp.loader.mjs', '.pnpmfile.cjs'],
  ...['bunfig.toml', '.bunfig.toml', '.bazelrc', '.bazelversion', '.bazeliskrc'],
  ...['gradle-wrapper.properties', 'maven-wrapper.properties', 'pyrightconfig.json'],
  ...['.pre-commit-config.yaml', 'lefthook.yml', '.lefthook.yml'],
  ...['lefthook.yaml', '.lefthook.yaml', '.devcontainer.json'],
]);

/** Short names that Windows gives such folders, which begin with a period. */
const shortName = /^(?:git|claude|vscode|idea|husky|devcon|cargo|yarn|mvn)~\d+$/;

/**
 * Whether a file is one that Claude Code 2.1.329 asks about in every mode. A tool of the editor that the user
 * has allowed for good must not reach it.
 * @param path absolute
 */
export function isProtected(path: string): boolean {
  // Disks that ignore case take some letters, such as U+017F, for others.
  const folded = path.toUpperCase().toLowerCase();
  const parts = withoutWorktree(folded.split(/[\\/]/)).map(nameOnDisk);
  const name = parts.at(-1) ?? '';
  return (
    parts.some(part => folders.has(part) || shortName.test(part)) ||
    parts.some((part, index) => part === '.config' && parts[index + 1] === 'git') ||
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

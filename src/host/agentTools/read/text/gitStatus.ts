/** File that differs from the last commit. */
export interface ChangedFile {
  /** Path relative to the repository root, with forward slashes. */
  readonly path: string;
  /** Path before the file was renamed or copied. */
  readonly from?: string;
  /** Status: "modified", "modified (staged)", "untracked", … */
  readonly status: string;
}

const names: Readonly<Record<string, string>> = {
  M: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'of another type',
  U: 'in conflict',
};

/**
 * Parses the output of `git status --porcelain=v1 -z`.
 * @see https://git-scm.com/docs/git-status#_porcelain_format_version_1
 */
export function parseGitStatus(text: string): ChangedFile[] {
  const parts = text.split('\0');
  const found: ChangedFile[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [, staged = '', own = '', path] = /^(.)(.) ([\s\S]+)$/.exec(parts[index] ?? '') ?? [];
    if (path === undefined) {
      continue;
    }
    const isMoved = staged === 'R' || staged === 'C';
    const from = isMoved ? parts[index + 1] : undefined;
    index += isMoved ? 1 : 0;
    const status = statusOf(staged, own);
    found.push({ path, status, ...(from === undefined ? {} : { from }) });
  }
  return found;
}

function statusOf(staged: string, own: string): string {
  if (staged === '?') {
    return 'untracked';
  }
  if (staged === 'U' || own === 'U' || (staged === own && (staged === 'A' || staged === 'D'))) {
    return 'in conflict';
  }
  const inIndex = staged === ' ' ? [] : [`${names[staged] ?? 'changed'} (staged)`];
  const inFolder = own === ' ' ? [] : [names[own] ?? 'changed'];
  return [...inIndex, ...inFolder].join(', ');
}

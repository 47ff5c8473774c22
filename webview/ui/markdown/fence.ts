/** Opening code fence, with its indentation and the pattern of its closing line. */
export interface Fence {
  readonly indent: number;
  readonly marker: string;
  readonly info: string;
  readonly closing: RegExp;
}

const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)(?:\n|$)/;

export function openFence(raw: string): Fence | undefined {
  const match = opening.exec(raw);
  const [, indent = '', marker = '', info = ''] = match ?? [];
  if (match === null || (marker.startsWith('`') && info.includes('`'))) {
    return undefined;
  }
  const char = marker.startsWith('`') ? '`' : '~';
  return {
    indent: indent.length,
    marker,
    info: info.trim(),
    closing: new RegExp(`^ {0,3}${char}{${marker.length},} *$`),
  };
}

/** Returns the code lines of a fence's source, and whether the closing line is present. */
export function readFence(
  fence: Fence,
  raw: string,
): { readonly lines: string[]; readonly closed: boolean } {
  const lines = raw.split('\n').slice(1);
  if (lines[lines.length - 1] === '') {
    lines.pop();
  }
  const closed = fence.closing.test(lines[lines.length - 1] ?? '');
  if (closed) {
    lines.pop();
  }
  return { lines: lines.map(line => dedent(fence, line)), closed };
}

/** Removes up to the opening fence's indentation from a line. */
export function dedent(fence: Fence, line: string): string {
  let taken = 0;
  while (taken < fence.indent && line[taken] === ' ') {
    taken += 1;
  }
  return taken === 0 ? line : line.slice(taken);
}

/** Detects the start of a closing line, which stays hidden while streaming to avoid a flash. */
export function mayClose(fence: Fence, line: string): boolean {
  const trimmed = line.trimStart();
  return trimmed !== '' && line.length - trimmed.length <= 3 && fence.marker.startsWith(trimmed);
}

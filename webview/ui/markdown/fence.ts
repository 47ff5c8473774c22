/** An opening code fence: what closes it, and how far its lines are indented. */
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

/** The code lines of a whole fence's source, and whether its closing line is there. */
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

/** A line loses as much of its indentation as the opening fence had. */
export function dedent(fence: Fence, line: string): string {
  let taken = 0;
  while (taken < fence.indent && line[taken] === ' ') {
    taken += 1;
  }
  return taken === 0 ? line : line.slice(taken);
}

/** The beginning of a closing line, held back while text streams so that it does not flash as code. */
export function mayClose(fence: Fence, line: string): boolean {
  const trimmed = line.trimStart();
  return trimmed !== '' && line.length - trimmed.length <= 3 && fence.marker.startsWith(trimmed);
}

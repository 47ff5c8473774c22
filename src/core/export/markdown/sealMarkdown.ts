export interface Fence {
  readonly indent: number;
  readonly mark: string;
}

/**
 * Makes Markdown from other authors safe inside our document. HTML stays only in code, since it
 * could hide or swallow what follows. Images are escaped, since showing the document would fetch
 * them. Every fence that the text opens is closed.
 * @param keepsLines keeps the lines of a paragraph apart, as in a message that is shown as typed
 */
export function sealMarkdown(text: string, keepsLines = false): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  let fence: Fence | undefined;
  const endParagraph = () => {
    const lines = withoutHtml(paragraph);
    const isBroken = (index: number) => keepsLines && index < lines.length - 1;
    out.push(...lines.map((line, index) => (isBroken(index) ? `${line.trimEnd()}  ` : line)));
    paragraph = [];
  };
  for (const line of text.split(/\r\n|[\r\n]/)) {
    if (fence && isOutside(line, fence)) {
      // In a list the fence has ended here, elsewhere it has not. Closing it settles that.
      out.push(' '.repeat(fence.indent) + fence.mark);
      fence = undefined;
    }
    if (fence) {
      out.push(line);
      fence = closes(line, fence) ? undefined : fence;
      continue;
    }
    fence = fenceOf(line);
    if (fence || line.trim() === '') {
      endParagraph();
      out.push(line);
    } else {
      paragraph.push(line);
    }
  }
  endParagraph();
  if (fence) {
    out.push(' '.repeat(fence.indent) + fence.mark);
  }
  return out.join('\n');
}

export function fenceOf(line: string): Fence | undefined {
  const { indent = '', mark = '' } =
    /^(?<indent> {0,3})(?<mark>`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.groups ?? {};
  return mark === '' ? undefined : { indent: indent.length, mark };
}

export function closes(line: string, { mark }: Fence): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return end !== undefined && end[0] === mark[0] && end.length >= mark.length;
}

/** True if a line is indented less than its fence: inside a list, it ends the list. */
function isOutside(line: string, { indent }: Fence): boolean {
  return line.trim() !== '' && line.search(/[^ ]/) < indent;
}

/** Escapes `<` and `![` outside code. Code counts only where every reader finds the same spans. */
function withoutHtml(lines: readonly string[]): string[] {
  const isPlain = lines.every(line => codeSpans(line) !== undefined);
  return lines.map(line => {
    const spans = isPlain ? (codeSpans(line) ?? []) : [];
    let done = 0;
    let out = '';
    for (const [from, to] of spans) {
      out += escapeMarks(line.slice(done, from)) + line.slice(from, to);
      done = to;
    }
    return out + escapeMarks(line.slice(done));
  });
}

function escapeMarks(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('![', '&#33;[');
}

/**
 * Returns the code spans of a line; undefined if it leaves one open, which neighbouring lines may
 * complete. Omits spans with a bar, which may be two table cells.
 */
function codeSpans(line: string): [from: number, to: number][] | undefined {
  const spans: [number, number][] = [];
  const runs = [...line.matchAll(/\\[\s\S]|`+/g)].filter(([run]) => run.startsWith('`'));
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    // Backslashes mean nothing in code: a backtick that seemed escaped there may end the span.
    const end = open && endOfSpan(line, open.index + open[0].length, open[0].length);
    if (!open || end === undefined) {
      return undefined;
    }
    if (!line.slice(open.index, end).includes('|')) {
      spans.push([open.index, end]);
    }
    while ((runs[index + 1]?.index ?? end) < end) {
      index += 1;
    }
  }
  return spans;
}

function endOfSpan(line: string, from: number, length: number): number | undefined {
  for (const run of line.slice(from).matchAll(/`+/g)) {
    if (run[0].length === length) {
      return from + run.index + length;
    }
  }
  return undefined;
}

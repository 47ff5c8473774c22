/** Control characters, with the sequences of terminals that they begin; not the ends of lines, not tabs. */
const controls =
  /(?![\n\t])\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:(?!\n)\p{Cc}\\?)?|[()][A-Z0-9])?/gu;

/** A text as a block of code that nothing in it can end. Colours and control characters are left out. */
export function fenced(text: string, language = ''): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(controls, '').replace(/\n+$/, '');
  return `${fenceFor(plain)}${language}\n${plain}\n${fenceFor(plain)}`;
}

function fenceFor(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  return '`'.repeat(longest + 1);
}

/** Text in a line of Markdown, at its start too: nothing in it means anything. */
export function plainLine(text: string): string {
  return (
    oneLine(text)
      .replace(/[\\`*_[\]~|!]/g, '\\$&')
      // At a start these would begin a heading, a quotation or a list.
      .replace(/^[#>+=-]/, '\\$&')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
  );
}

/** One line of text in HTML. */
export function htmlLine(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Text as code in a line. */
export function codeLine(text: string): string {
  return `<code>${htmlLine(text)}</code>`;
}

/** What can be opened and closed; the reader finds it closed. */
export function collapsed(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** The name of the language for the end of a path, where it is a plain one. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

function oneLine(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(controls, '')
    .replace(/\s+/g, ' ')
    .trim();
}

import { withoutEnd } from '../../../base/withoutEnd';

/** Control characters, with the terminal sequences that they begin, except line feeds and tabs. */
const controls =
  /(?![\n\t])\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:(?!\n)\p{Cc}\\?)?|[()][A-Z0-9])?/gu;

/** Renders text as a code block that its content cannot end, without control characters. */
export function fenced(text: string, language = ''): string {
  const plain = withoutControls(text);
  return `${fenceFor(plain)}${language}\n${plain}\n${fenceFor(plain)}`;
}

/** Returns text without control characters and without empty lines at its end. */
export function withoutControls(text: string): string {
  return withoutEnd(text.replace(/\r\n?/g, '\n').replace(controls, ''), '\n');
}

function fenceFor(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2);
  return '`'.repeat(longest + 1);
}

/** Escapes text for a line of Markdown, including its start, so that nothing in it is markup. */
export function plainLine(text: string): string {
  return (
    oneLine(text)
      .replace(/[\\`*_[\]~|!]/g, '\\$&')
      // At the start of a line, these would begin a heading, a quotation or a list.
      .replace(/^[#>+=-]/, '\\$&')
      .replace(/^(\d{1,9})([.)])/, '$1\\$2')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
  );
}

/** Escapes text as one line of HTML. */
export function htmlLine(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Renders text as inline code of a paragraph, where Markdown counts even between tags of HTML. */
export function codeInText(text: string): string {
  return `<code>${plainLine(text)}</code>`;
}

/** Renders text as inline code of a line of HTML. */
export function codeLine(text: string): string {
  return `<code>${htmlLine(text)}</code>`;
}

/** Renders a collapsible section, initially closed. */
export function collapsed(summary: string, content: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** Returns the lower-case file extension as the language name; empty if it is not a plain one. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Returns text as one line, without control characters. */
export function oneLine(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(controls, '')
    .replace(/\s+/g, ' ')
    .trim();
}

import { fenced } from '../../core/export/markdown/fences';
import { linesText } from './neutral';

export interface CommentTexts {
  readonly title: string;
  readonly text: string;
  /** Code below the text, with the caption above it. */
  readonly code?: { readonly caption: string; readonly text: string } | undefined;
}

/**
 * Words in single backticks, which models write around names. Their content cannot end the code,
 * and without these characters it is no element and no icon either.
 */
const codeWords = /(?<!`)(`[^`<>\\$]{1,80}`)(?!`)/;

/** Writes a comment as Markdown: plain text, with inline code, without links, elements and icons. */
export function commentMarkdown({ title, text, code }: CommentTexts): string {
  const lines = linesText(text).split('\n');
  const shown = lines
    .map(withCode)
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n');
  const parts = [`**${escapedLine(title)}**`, shown];
  return [...parts, ...(code ? [escapedLine(code.caption), fenced(linesText(code.text))] : [])]
    .filter(part => part.trim() !== '')
    .join('\n\n');
}

/** Keeps inline code, and escapes the rest. */
function withCode(line: string): string {
  return oneSpaced(line)
    .split(codeWords)
    .map((part, index) => (index % 2 === 1 && !isAddress(part) ? part : escapedMarks(part)))
    .join('');
}

function isAddress(text: string): boolean {
  return /:\/\/|www\./i.test(text);
}

/** Writes text as one line of Markdown in which nothing is markup, a link or an icon. */
export function escapedLine(line: string): string {
  return escapedMarks(oneSpaced(line));
}

function oneSpaced(line: string): string {
  return linesText(line).replace(/\s+/g, ' ').trim();
}

/** Escapes markup, and breaks up addresses, which Markdown would make links without any markup. */
function escapedMarks(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-=.!|~<>&$:@]/g, '\\$&')
    .replace(/\bwww(?=\\\.)/gi, 'www\u2060');
}

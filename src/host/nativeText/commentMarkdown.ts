import { fenced } from '../../core/export/markdown/fences';
import { linesText } from './neutral';

export interface CommentTexts {
  readonly title: string;
  readonly text: string;
  /** Code below the text, with the caption above it. */
  readonly code?: { readonly caption: string; readonly text: string } | undefined;
}

/** Writes a comment as Markdown in which none of the texts is markup, a link or an icon. */
export function commentMarkdown({ title, text, code }: CommentTexts): string {
  const lines = linesText(text).split('\n');
  const shown = lines
    .map(escaped)
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n');
  const parts = [`**${escaped(title)}**`, shown];
  return [...parts, ...(code ? [escaped(code.caption), fenced(linesText(code.text))] : [])]
    .filter(part => part.trim() !== '')
    .join('\n\n');
}

/** Escapes markup, and breaks up addresses, which Markdown would make links without any markup. */
function escaped(line: string): string {
  return linesText(line)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|~<>&$:@]/g, '\\$&')
    .replace(/\bwww(?=\\\.)/gi, 'www\u2060');
}

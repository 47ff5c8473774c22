import { closes, type Fence, fenceOf } from './sealMarkdown';

/** Levels that only our document uses: its title, and who speaks. */
const ownLevels = 2;

const heading = /^( {0,3}(?:>[ \t]?|(?:[-+*]|\d{1,9}[.)])[ \t]+)*)(#{1,6})(?=[ \t]|$)/;
const underline = /^([ \t]*)(=+|-+)[ \t]*$/;

/**
 * Moves the headings of another author below ours, so that no text can pretend that somebody else
 * speaks.
 * @param text sealed Markdown, in which every fence is closed
 */
export function lowerHeadings(text: string): string {
  const out: string[] = [];
  let fence: Fence | undefined;
  let before = '';
  for (const line of text.split('\n')) {
    const opened: Fence | undefined = fence ?? fenceOf(line);
    if (opened) {
      out.push(line);
      fence = fence && closes(line, fence) ? undefined : opened;
      before = '';
    } else {
      out.push(...lowered(line, before));
      before = line.trim();
    }
  }
  return out.join('\n');
}

/** @param before previous line; empty if it cannot be a heading */
function lowered(line: string, before: string): string[] {
  const [, indent = '', marks = ''] = (before === '' ? undefined : underline.exec(line)) ?? [];
  if (marks.startsWith('=')) {
    return [`${indent}\\${marks}`];
  }
  // Below an empty line, dashes are a rule.
  return marks === ''
    ? [line.replace(heading, (_, start: string, level: string) => start + deeper(level))]
    : ['', line];
}

function deeper(level: string): string {
  return '#'.repeat(Math.min(6, level.length + ownLevels));
}

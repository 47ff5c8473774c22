import { head } from '../../../base/wholeCharacters';

const longestPreview = 160;
const longestText = 200_000;

/** Returns the beginning of a text on one line. */
export function preview(text: string): string {
  const line = text
    .slice(0, longestPreview * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longestPreview && text.length <= longestPreview * 4
    ? line
    : `${head(line, longestPreview - 1)}…`;
}

export function cutText(text: string): { readonly text: string; readonly isCut: boolean } {
  return { text: head(text, longestText), isCut: text.length > longestText };
}

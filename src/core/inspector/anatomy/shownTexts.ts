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

/** Returns the beginning of a text, and no half character. */
export function head(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  const isHalf = text.length > length && code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Returns undefined for anything that is not JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

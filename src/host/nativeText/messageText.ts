import { lineText, withoutLinks } from './neutral';

/** Default maximum length of a VS Code message, in UTF-16 units. */
const longest = 300;

/** Makes untrusted text safe for a VS Code message, in a single line. */
export function messageText(text: string, limit = longest): string {
  const line = withoutLinks(lineText(text).replace(/\s+/g, ' ')).trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

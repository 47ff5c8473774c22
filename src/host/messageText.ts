/** Default maximum length of a VS Code message, in UTF-16 units. */
const longest = 300;

/**
 * Makes untrusted text safe for a VS Code message, in a single line. VS Code renders
 * `[text](target)` as a link, and a click on it may run any command.
 */
export function messageText(text: string, limit = longest): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\](?=\()/g, '] ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

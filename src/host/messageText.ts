/** UTF-16 units that a message of VS Code's is read with. */
const longest = 300;

/**
 * A text of somebody else's for a message of VS Code's, in one line. A message makes links of
 * `[text](target)`, and a click on one of them may run any command.
 */
export function messageText(text: string, limit = longest): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\](?=\()/g, '] ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Cuts a server's text to a length in UTF-16 units; an ellipsis marks the cut. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) {
    return text;
  }
  // Half of a surrogate pair would become a replacement character.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}

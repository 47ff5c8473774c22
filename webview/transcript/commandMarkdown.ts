/** Headings, tables and bold text, which no column of figures has. */
const structure = /^#{1,6} \S|^\|.+\|\s*$|\*\*[^*\n]+\*\*/m;
const code = /`[^`\n]+`/;
/** Gaps that align columns. */
const columns = /\S {2,}\S/;

/**
 * Returns a command's answer as Markdown; undefined if it is laid out with spaces, as text for
 * terminals is.
 */
export function markdownOf(text: string): string | undefined {
  if (structure.test(text)) {
    return text;
  }
  // Lines stay lines, because nothing else separates them.
  return code.test(text) && !columns.test(text)
    ? text.replace(/([^\n])\n(?!\n)/g, '$1  \n')
    : undefined;
}

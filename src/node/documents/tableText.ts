/** Renders rows as a Markdown table, which models read well; the first row is the heading. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter(row => row.some(cell => cell.trim() !== ''));
  const width = filled.reduce((most, row) => Math.max(most, row.length), 0);
  const [heading, ...rest] = filled.map(row => line(row, width));
  if (heading === undefined) {
    return '';
  }
  return [heading, line(Array<string>(width).fill('---'), width), ...rest].join('\n');
}

function line(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => cellText(row[index] ?? ''));
  return `| ${cells.join(' | ')} |`;
}

function cellText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}

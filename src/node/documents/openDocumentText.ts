import { textParts, tooLarge, unreadable } from './archive';
import { tableText } from './tableText';
import { readXml } from './xmlText';

/** Repetitions of cells and rows that a table states; files end with a million empty ones. */
const mostRepeated = 100;
/** Cells of a document. */
const mostCells = 1_000_000;

/** Returns the text of an OpenDocument file: paragraphs, headings, tables, and pages of slides. */
export function openDocumentText(bytes: Uint8Array): string {
  const { 'content.xml': content } = textParts(bytes);
  if (!content) {
    throw unreadable('content.xml');
  }
  const reader = new ContentReader();
  readXml(content, reader);
  return reader.result();
}

class ContentReader {
  private readonly blocks: string[] = [];
  private current = '';
  private isBody = false;
  private heading = '';
  private repeated = 1;
  private cells = 0;
  private rows: string[][] | undefined;
  private cell: string[] | undefined;

  open(name: string, attributes: () => Record<string, string>): void {
    this.isBody ||= name === 'office:body';
    switch (name) {
      case 'table:table':
        this.push(`## ${attributes()['table:name'] ?? ''}`.trimEnd());
        this.rows = [];
        break;
      case 'table:table-row':
        this.rows?.push([]);
        break;
      case 'table:table-cell':
        this.cell = [];
        this.repeated = Math.min(
          mostRepeated,
          Number(attributes()['table:number-columns-repeated'] ?? 1) || 1,
        );
        break;
      case 'draw:page':
        this.push(`## ${attributes()['draw:name'] ?? ''}`.trimEnd());
        break;
      case 'text:h':
        this.heading = `${'#'.repeat(Math.min(6, Number(attributes()['text:outline-level']) || 1))} `;
        break;
      case 'text:s':
      case 'text:tab':
        this.current += ' ';
        break;
      case 'text:line-break':
        this.current += '\n';
        break;
    }
  }

  close(name: string): void {
    if (name === 'text:p' || name === 'text:h') {
      const line = this.current.trim();
      this.current = '';
      if (this.cell) {
        this.cell.push(line);
      } else if (line !== '') {
        this.push(`${this.heading}${line}`);
      }
      this.heading = '';
    } else if (name === 'table:table-cell') {
      this.endCell();
    } else if (name === 'table:table') {
      this.push(tableText((this.rows ?? []).map(trimmed)));
      this.rows = undefined;
    }
  }

  text(text: string): void {
    this.current += this.isBody ? text.replace(/\s+/g, ' ') : '';
  }

  result(): string {
    return this.blocks.filter(block => !/^#*\s*$/.test(block)).join('\n\n');
  }

  private push(block: string): void {
    this.blocks.push(block);
  }

  private endCell(): void {
    this.cells += this.repeated;
    if (this.cells > mostCells) {
      throw tooLarge();
    }
    const text = this.cell?.join(' ') ?? '';
    this.rows?.at(-1)?.push(...Array<string>(this.repeated).fill(text));
    this.cell = undefined;
  }
}

/** Removes the empty cells behind the last filled one. */
function trimmed(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex(cell => cell !== '') + 1);
}

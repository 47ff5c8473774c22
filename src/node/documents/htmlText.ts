import { tableText } from './tableText';
import { readXml } from './xmlText';

/** Elements that begin a line of their own, and what stands in front of it. */
const lines: Readonly<Record<string, string>> = {
  h1: '# ',
  h2: '## ',
  h3: '### ',
  h4: '#### ',
  h5: '##### ',
  h6: '###### ',
  p: '',
  li: '- ',
};

/** Converts well-formed HTML, as made by the Word converter, to Markdown. */
export function htmlText(html: string): string {
  const reader = new HtmlReader();
  readXml(new TextEncoder().encode(`<html>${html}</html>`), reader);
  return reader.result();
}

class HtmlReader {
  private readonly blocks: string[] = [];
  private current = '';
  private depth = 0;
  /** Tables inside a cell are read as part of it. */
  private tables = 0;
  private rows: string[][] = [];

  open(name: string): void {
    switch (name) {
      case 'table':
        this.tables += 1;
        this.flush();
        break;
      case 'tr':
        if (this.tables === 1) {
          this.rows.push([]);
        }
        break;
      case 'td':
      case 'th':
        if (this.tables === 1) {
          this.current = '';
        }
        break;
      case 'ul':
      case 'ol':
        this.depth += 1;
        this.flush();
        break;
      case 'br':
        this.current += this.tables > 0 ? ' ' : '\n';
        break;
      default:
        this.begin(name);
    }
  }

  close(name: string): void {
    if (name === 'table') {
      this.tables -= 1;
      if (this.tables === 0) {
        this.blocks.push(tableText(this.rows));
        this.rows = [];
        this.current = '';
      }
    } else if (name === 'td' || name === 'th') {
      if (this.tables === 1) {
        this.rows.at(-1)?.push(this.current);
      }
    } else if (name === 'ul' || name === 'ol') {
      this.depth -= 1;
    } else if (name in lines) {
      this.flush();
    }
  }

  text(text: string): void {
    this.current += text;
  }

  result(): string {
    this.flush();
    return this.blocks
      .filter(block => block !== '')
      .join('\n\n')
      .replace(/^( *- .*)\n\n(?= *- )/gm, '$1\n');
  }

  private begin(name: string): void {
    const start = lines[name];
    if (start !== undefined && this.tables === 0) {
      this.flush();
      this.current = `${'  '.repeat(Math.max(0, this.depth - 1))}${start}`;
    }
  }

  private flush(): void {
    if (this.tables > 0) {
      this.current += this.current === '' ? '' : ' ';
      return;
    }
    const line = this.current.trimEnd();
    if (!/^\s*(?:[-#]+)?$/.test(line)) {
      this.blocks.push(line);
    }
    this.current = '';
  }
}

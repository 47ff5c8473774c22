import { type FrontMatter, readFrontMatter } from '../definitions/frontMatter';

/** Place in a file; lines and UTF-16 columns count from 0, `end` is exclusive. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Key of a head and where it stands. */
export interface HeadEntry {
  readonly key: string;
  readonly keyPlace: Place;
  /** Text after the colon on the line of the key. */
  readonly valuePlace: Place;
  /** Last line that belongs to the value. */
  readonly lastLine: number;
}

export interface HeadSource extends FrontMatter {
  readonly entries: readonly HeadEntry[];
  /** `none`: the file has no head. `open`: its end is missing. */
  readonly state: 'closed' | 'open' | 'none';
  /** First line of the body. */
  readonly bodyLine: number;
  /** Why strict YAML does not read the head; the lenient reading still gives fields. */
  readonly trouble?: { readonly reason: string; readonly line: number };
}

const topKey = /^([A-Za-z_][\w.-]*)[ \t]*:(?=[ \t]|$)[ \t]*/;
const fence = /^---[ \t]*$/;

/** Reads the head of a file with the places of its keys. Never throws. */
export async function readHead(text: string): Promise<HeadSource> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const matter = await readFrontMatter(text);
  if (!fence.test(lines[0] ?? '')) {
    return { ...matter, entries: [], state: 'none', bodyLine: 0 };
  }
  const close = lines.findIndex((line, index) => index > 0 && fence.test(line));
  if (close === -1) {
    return { ...matter, entries: entriesIn(lines, lines.length), state: 'open', bodyLine: 0 };
  }
  const trouble = await troubleIn(lines.slice(1, close).join('\n'));
  return {
    ...matter,
    ...{ entries: entriesIn(lines, close), state: 'closed', bodyLine: close + 1 },
    ...(trouble ? { trouble } : {}),
  };
}

function entriesIn(lines: readonly string[], close: number): HeadEntry[] {
  const entries: HeadEntry[] = [];
  for (let line = 1; line < close; line += 1) {
    const text = lines[line] ?? '';
    const [start, key] = topKey.exec(text) ?? [];
    const last = entries.at(-1);
    if (start !== undefined && key !== undefined) {
      entries.push({
        key,
        keyPlace: { line, start: 0, end: key.length },
        valuePlace: { line, start: start.length, end: text.trimEnd().length },
        lastLine: line,
      });
    } else if (last && text.trim() !== '') {
      entries[entries.length - 1] = { ...last, lastLine: line };
    }
  }
  return entries;
}

/** Longest head that is read strictly, in UTF-16 units: hostile YAML may take minutes. */
const longest = 8_000;

async function troubleIn(source: string): Promise<HeadSource['trouble']> {
  if (source.length > longest) {
    return undefined;
  }
  const { load, YAMLException } = await import('js-yaml');
  try {
    load(source);
    return undefined;
  } catch (error) {
    // A head without any content is no error.
    if (!(error instanceof YAMLException) || source.trim() === '') {
      return undefined;
    }
    return { reason: error.reason ?? error.message, line: 1 + (error.mark?.line ?? 0) };
  }
}

/** Returns the place of a word of a value, else that of the value, else that of the key. */
export function placeOf(entry: HeadEntry, text: string, word?: string): Place {
  const { valuePlace, lastLine, keyPlace } = entry;
  if (word !== undefined && word !== '') {
    const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
    for (let line = valuePlace.line; line <= lastLine; line += 1) {
      const from = line === valuePlace.line ? valuePlace.start : 0;
      const start = wholeWord(lines[line] ?? '', word, from);
      if (start !== -1) {
        return { line, start, end: start + word.length };
      }
    }
  }
  return valuePlace.end > valuePlace.start ? valuePlace : keyPlace;
}

function wholeWord(line: string, word: string, from: number): number {
  for (let at = line.indexOf(word, from); at !== -1; at = line.indexOf(word, at + 1)) {
    const around = `${line[at - 1] ?? ' '}${line[at + word.length] ?? ' '}`;
    if (!/[\w/-]/.test(around)) {
      return at;
    }
  }
  return -1;
}

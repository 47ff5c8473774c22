import { isObject } from '../../base/json';
import { plainOutput } from '../../base/plainOutput';

/** Longest text of one dictation, in UTF-16 units: more than five minutes of speech. */
const longest = 20_000;
/** Times that whisper.cpp puts before a text. */
const timeRange = /^\[\d\d:\d\d[\d:.,]* --> [\d:.,]+\]\s*/;
/** Words of recognizers for sounds that are no words, such as `[BLANK_AUDIO]` or `++NOISE++`. */
const noises = /\[[A-Z][A-Z _]*\]|\+\+[A-Z]+\+\+|<\/?s(?:il)?>/g;

/**
 * Text that a recognizer has heard so far, from the lines that it prints. A line is a text that is
 * final, or JSON: `text` (or `t`, as PocketSphinx has it) is final, `partial` is replaced by the next line.
 */
export class HeardText {
  private settled = '';
  private open = '';

  get text(): string {
    return joined(this.settled, this.open);
  }

  /** @returns whether the text is another one now */
  add(line: string): boolean {
    if (this.settled.length >= longest) {
      return false;
    }
    const before = this.text;
    const { text, isFinal } = readLine(line);
    if (isFinal) {
      this.settled = joined(this.settled, text).slice(0, longest);
      this.open = '';
    } else {
      this.open = text.slice(0, Math.max(0, longest - this.settled.length));
    }
    return this.text !== before;
  }
}

function readLine(line: string): { readonly text: string; readonly isFinal: boolean } {
  const record = line.startsWith('{') ? parsed(line) : undefined;
  const partial = record?.partial;
  if (typeof partial === 'string') {
    return { text: clean(partial), isFinal: false };
  }
  const text = [record?.text, record?.t].find(value => typeof value === 'string');
  return { text: clean(record ? (text ?? '') : line), isFinal: true };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    // Whoever dictates a brace may get one.
    return undefined;
  }
}

function clean(text: string): string {
  return plainOutput(text)
    .replace(timeRange, '')
    .replaceAll(noises, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function joined(one: string, other: string): string {
  return one === '' || other === '' ? one + other : `${one} ${other}`;
}

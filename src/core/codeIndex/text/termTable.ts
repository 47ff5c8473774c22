import { stemmer } from 'stemmer';
import { identifierParts } from './identifierParts';
import { stopWords } from './stopWords';

/** Identifiers whose terms are remembered. The same ones occur in most files of a project. */
const mostKnown = 100_000;
/** UTF-16 units of an identifier; a longer one is data. */
const longestWord = 80;
/** Digits of a number that is worth searching. */
const longestNumber = 5;

/** Runs of letters and digits, as one candidate for an identifier. */
const identifier = /[A-Za-z0-9_$\u0080-\uffff]+/g;

/** Turns text into terms, which are hashes of stemmed words: an index holds no text of files. */
export class TermTable {
  private known = new Map<string, readonly number[]>();

  /** Calls `take` with the terms of each identifier: of its parts, and of all of it together. */
  each(text: string, take: (terms: readonly number[]) => void): void {
    for (const [found] of text.matchAll(identifier)) {
      const terms = this.termsOf(found);
      if (terms.length > 0) take(terms);
    }
  }

  private termsOf(word: string): readonly number[] {
    const known = this.known.get(word);
    if (known) return known;
    const terms = stemsOf(word).map(termOf);
    if (this.known.size >= mostKnown) this.known = new Map();
    this.known.set(word, terms);
    return terms;
  }
}

/** Returns the stems of an identifier's parts, each once, and of the whole if it has several. */
export function stemsOf(word: string): readonly string[] {
  if (word.length > longestWord) {
    return [];
  }
  const parts = identifierParts(word);
  const stems = new Set(parts.filter(isTelling).map(stemOf));
  if (parts.length > 1) {
    const whole = parts.join('');
    if (isTelling(whole)) stems.add(stemOf(whole));
  }
  return [...stems];
}

function isTelling(part: string): boolean {
  const isNumber = /^\d/.test(part) && !/\D/.test(part);
  return isNumber
    ? part.length > 1 && part.length <= longestNumber
    : part.length > 1 && !stopWords.has(part);
}

/** Words of other scripts have no English endings. */
export function stemOf(word: string): string {
  return word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/** Hashes a stem to 32 bits (FNV-1a). Few of a million share one, and results are read again. */
export function termOf(stem: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < stem.length; at += 1) {
    const code = stem.charCodeAt(at);
    hash = Math.imul(hash ^ (code & 0xff), 0x01000193);
    if (code > 0xff) hash = Math.imul(hash ^ (code >> 8), 0x01000193);
  }
  return hash >>> 0;
}

import { relatedWords } from '../text/relatedWords';
import { stemOf, stemsOf, termOf } from '../text/termTable';

/** A term to look for. */
interface QueryTerm {
  readonly term: number;
  /** How much it counts beside the user's own word, which counts 1. */
  readonly weight: number;
}

/** A word of the question with everything that may stand for it. */
export interface QueryWord {
  readonly word: string;
  readonly terms: readonly QueryTerm[];
}

/** Words of a question that count. */
const mostWords = 24;
const relatedWeight = 0.5;
const partWeight = 0.7;

/** Finds the words of a question that say something, and what code may say instead. */
export function queryWords(question: string): readonly QueryWord[] {
  const words = new Map<string, QueryWord>();
  for (const [word] of question.slice(0, 2_000).matchAll(/[\p{L}\p{N}_$]+/gu)) {
    const stems = stemsOf(word);
    const whole = stems.at(-1);
    if (whole === undefined) continue;
    if (stems.length > 1) {
      // An identifier: its name as a whole, and each of its parts as a word.
      add(words, word, [{ term: termOf(whole), weight: 1 }]);
      for (const stem of stems.slice(0, -1)) {
        add(words, stem, [{ term: termOf(stem), weight: partWeight }]);
      }
    } else {
      add(words, whole, [{ term: termOf(whole), weight: 1 }, ...relatedTerms(whole)], word);
    }
  }
  return [...words.values()].slice(0, mostWords);
}

function add(
  words: Map<string, QueryWord>,
  key: string,
  terms: readonly QueryTerm[],
  word = key,
): void {
  if (!words.has(key)) words.set(key, { word: word.toLowerCase(), terms });
}

function relatedTerms(stem: string): readonly QueryTerm[] {
  return relatedWords(stem).map(word => ({ term: termOf(stemOf(word)), weight: relatedWeight }));
}

import { eachTerm, type Field, fieldWeights, linesOf } from '../text/fileTerms';
import { type Passage, passagesOf } from '../text/passages';
import type { TermTable } from '../text/termTable';
import { occurrenceScore } from './bm25';
import type { QueryWord } from './query';

/** A word of the question, and where it was found. */
interface Reason {
  readonly word: string;
  readonly fields: readonly Field[];
}

/** A passage of a file with its score. Lines are 0-based; `to` is the last one. */
export interface ScoredPassage {
  readonly from: number;
  readonly to: number;
  readonly head: number;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** The line of its head. */
  readonly title: string;
  /** Lines that say most about the question, in their order. */
  readonly excerpt: readonly { readonly line: number; readonly text: string }[];
}

/** Identifiers of an average passage. */
const averageLength = 120;
const perLine = 6;
/** How much the length of a passage counts. */
const b = 0.3;
/** How much the name of the file adds to each of its passages. */
const pathShare = 0.6;
const definitionFactor = 1.15;
/** Lines of an excerpt, besides the head. */
const excerptLines = 3;

/** Fields in the order in which reasons name them. */
const told: readonly Field[] = ['name', 'definition', 'comment', 'folder', 'code'];

interface Hit {
  readonly line: number;
  readonly word: number;
  readonly field: Field;
  /** Weight of the field, by how close the term is to the word. */
  readonly weight: number;
  readonly rarity: number;
}

/**
 * Finds the passages of one file that answer a question best, the best first.
 * @param rarities those of `rankFiles`
 */
export function bestPassages(
  path: string,
  text: string,
  words: readonly QueryWord[],
  rarities: readonly (readonly number[])[],
  table: TermTable,
): readonly ScoredPassage[] {
  const lines = linesOf(text);
  const { hits, defining } = hitsIn(path, lines, words, rarities, table);
  const inPath = hits.filter(({ line }) => line === -1);
  const inText = hits.filter(({ line }) => line !== -1);
  const passages = passagesOf(lines, defining).flatMap(passage => {
    const own = inText.filter(({ line }) => line >= passage.from && line <= passage.to);
    return own.length === 0
      ? []
      : [{ passage, own, ...scoreOf(passage, own, inPath, words.length) }];
  });
  passages.sort((one, other) => other.score - one.score || one.passage.from - other.passage.from);
  const taken: Passage[] = [];
  return passages.flatMap(({ passage, own, score }) => {
    const { from, to, head } = passage;
    // A class and its method: whichever is better stands for both.
    if (taken.some(other => from <= other.to && to >= other.from)) return [];
    taken.push(passage);
    const title = (lines[head] ?? '').trim();
    const reasons = reasonsOf([...own, ...inPath], words);
    return [{ from, to, head, score, title, reasons, excerpt: excerptOf(lines, head, own) }];
  });
}

function hitsIn(
  path: string,
  lines: readonly string[],
  words: readonly QueryWord[],
  rarities: readonly (readonly number[])[],
  table: TermTable,
): { readonly hits: readonly Hit[]; readonly defining: readonly number[] } {
  const wanted = new Map<number, { word: number; share: number; rarity: number }[]>();
  for (const [word, { terms }] of words.entries()) {
    for (const [place, { term, weight: share }] of terms.entries()) {
      const known = wanted.get(term) ?? [];
      wanted.set(term, known);
      known.push({ word, share, rarity: rarities[word]?.[place] ?? 0 });
    }
  }
  const hits: Hit[] = [];
  const defining = eachTerm(path, lines, table, (terms, field, line) => {
    for (const term of terms) {
      for (const { word, share, rarity } of wanted.get(term) ?? []) {
        hits.push({
          line,
          word,
          field,
          weight: fieldWeights[field] * share,
          rarity: rarity * share,
        });
      }
    }
  });
  return { hits, defining };
}

function scoreOf(
  { from, to, isDefinition }: Passage,
  own: readonly Hit[],
  inPath: readonly Hit[],
  count: number,
): { readonly score: number } {
  const length = ((to - from + 1) * perLine) / averageLength;
  const weights = new Float64Array(count);
  const rarities = new Float64Array(count);
  const sum = (hits: readonly Hit[], share: number) => {
    for (const { word, weight, rarity } of hits) {
      weights[word] = (weights[word] ?? 0) + weight * share;
      rarities[word] = Math.max(rarities[word] ?? 0, rarity);
    }
  };
  sum(own, 1);
  sum(inPath, pathShare);
  let score = 0;
  for (let word = 0; word < count; word += 1) {
    score += (rarities[word] ?? 0) * occurrenceScore(weights[word] ?? 0, length, b);
  }
  return { score: score * (isDefinition ? definitionFactor : 1) };
}

function reasonsOf(hits: readonly Hit[], words: readonly QueryWord[]): readonly Reason[] {
  const found = new Map<number, Set<Field>>();
  for (const { word, field } of hits) {
    const fields = found.get(word) ?? new Set<Field>();
    found.set(word, fields.add(field));
  }
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([word, fields]) => ({
      word: words[word]?.word ?? '',
      // A definition is code, too.
      fields: told.filter(one => fields.has(one) && !(one === 'code' && fields.has('definition'))),
    }));
}

function excerptOf(lines: readonly string[], head: number, hits: readonly Hit[]) {
  const byLine = new Map<number, Map<number, number>>();
  for (const { line, word, weight, rarity } of hits) {
    if (line === head) continue;
    const known = byLine.get(line) ?? new Map<number, number>();
    byLine.set(line, known);
    known.set(word, Math.max(known.get(word) ?? 0, weight * rarity));
  }
  const total = (words: ReadonlyMap<number, number>) =>
    [...words.values()].reduce((a, c) => a + c, 0);
  return [...byLine]
    .sort(([one, a], [other, c]) => total(c) - total(a) || one - other)
    .slice(0, excerptLines)
    .map(([line]) => line)
    .sort((one, other) => one - other)
    .map(line => ({ line, text: (lines[line] ?? '').trim() }));
}

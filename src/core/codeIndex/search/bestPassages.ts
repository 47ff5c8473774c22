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

/** Passages of one file, at most. */
const mostOfFile = 3;

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
  // Sorted by line, so that the hits of a passage are a part of them: it may lie in thousands.
  const inText = hits.slice(inPath.length);
  const passages = passagesOf(lines, defining).flatMap(passage => {
    const [from, to] = [firstFrom(inText, passage.from), firstFrom(inText, passage.to + 1)];
    if (from === to) return [];
    return {
      passage,
      from,
      to,
      score: scoreOf(passage, { inText, from, to }, inPath, words.length),
    };
  });
  passages.sort((one, other) => other.score - one.score || one.passage.from - other.passage.from);
  const taken: ScoredPassage[] = [];
  for (const { passage, from: first, to: end, score } of passages) {
    const { from, to, head } = passage;
    // A class and its method: whichever is better stands for both.
    if (taken.some(other => from <= other.to && to >= other.from)) continue;
    const own = inText.slice(first, end);
    const title = (lines[head] ?? '').trim();
    const reasons = reasonsOf(own.concat(inPath), words);
    taken.push({ from, to, head, score, title, reasons, excerpt: excerptOf(lines, head, own) });
    if (taken.length === mostOfFile) break;
  }
  return taken;
}

/** Returns how many of the hits lie before a line. */
function firstFrom(hits: readonly Hit[], line: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
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
  own: { readonly inText: readonly Hit[]; readonly from: number; readonly to: number },
  inPath: readonly Hit[],
  count: number,
): number {
  const length = ((to - from + 1) * perLine) / averageLength;
  const weights = new Float64Array(count);
  const rarities = new Float64Array(count);
  const sum = (hits: readonly Hit[], start: number, end: number, share: number) => {
    for (let at = start; at < end; at += 1) {
      const hit = hits[at];
      if (!hit) continue;
      weights[hit.word] = (weights[hit.word] ?? 0) + hit.weight * share;
      rarities[hit.word] = Math.max(rarities[hit.word] ?? 0, hit.rarity);
    }
  };
  sum(own.inText, own.from, own.to, 1);
  sum(inPath, 0, inPath.length, pathShare);
  let score = 0;
  for (let word = 0; word < count; word += 1) {
    score += (rarities[word] ?? 0) * occurrenceScore(weights[word] ?? 0, length, b);
  }
  return score * (isDefinition ? definitionFactor : 1);
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

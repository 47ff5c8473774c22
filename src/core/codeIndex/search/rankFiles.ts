import type { Segment } from '../store/segment';
import { occurrenceScore, rarity } from './bm25';
import type { QueryWord } from './query';

/** Root whose files are ranked. */
export interface RankedRoot {
  readonly root: string;
  readonly segments: readonly Segment[];
  /** Only files in this folder, or this file: relative to the root; empty for all. */
  readonly under: string;
}

export interface RankedFile {
  readonly root: string;
  readonly path: string;
  readonly score: number;
  /** Below 1 for a file that only mentions what others do; `score` contains it. */
  readonly factor: number;
}

export interface Ranking {
  readonly files: readonly RankedFile[];
  /** Rarity of each term of each word, in their order. */
  readonly rarities: readonly (readonly number[])[];
}

/** How much the length of a file counts. */
const b = 0.5;
/** Part of the score that a file loses if it has none of the words themselves. */
const coverageShare = 0.5;
/** Files that only mention what others do. */
const mentioning =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|samples?|benchmarks?|bench|demos?|mocks?|__mocks__|vendor|third_party|dist|build|locales?|l10n|i18n)\/|[._-](?:test|spec|bench|stories)\.\w+$|(?:^|\/)(?:changelog|history|licen[cs]e|third_party_notices)[^/]*$|\.d\.[cm]?ts$/i;
const mentioningFactor = 0.5;
/** Documents explain, but code was asked for. */
const document = /\.(?:md|mdx|markdown|txt|rst|adoc|json|ya?ml|html?|css|scss|less)$/i;
const documentFactor = 0.4;

/** How many times as many files are looked at by their names as are wanted. */
const looked = 10;

/** Ranks the files of several roots together. */
export function rankFiles(
  roots: readonly RankedRoot[],
  words: readonly QueryWord[],
  most: number,
): Ranking {
  const segments = roots.flatMap(({ root, segments: all, under }) =>
    all.map(segment => ({ root, under, segment, scores: new Float64Array(segment.size) })),
  );
  const { count, averageLength } = sizesOf(segments.map(({ segment }) => segment));
  const rarities = words.map(({ terms }) =>
    terms.map(({ term }) => rarityOf(term, segments, count)),
  );
  const all = words.reduce((sum, _, at) => sum + (rarities[at]?.[0] ?? 0), 0);
  const files: RankedFile[] = [];
  for (const { under, segment, scores } of segments) {
    const covered = new Float64Array(segment.size);
    const best = new Float64Array(segment.size);
    for (const [at, { terms }] of words.entries()) {
      best.fill(0);
      for (const [place, { term, weight: share }] of terms.entries()) {
        const rare = rarities[at]?.[place] ?? 0;
        segment.find(term, (file, weight) => {
          const length = (segment.data.lengths[file] ?? 0) / averageLength;
          const score = share * rare * occurrenceScore(weight, length, b);
          if (score > (best[file] ?? 0)) best[file] = score;
        });
      }
      const own = rarities[at]?.[0] ?? 0;
      for (let file = 0; file < best.length; file += 1) {
        const score = best[file] ?? 0;
        if (score === 0) continue;
        scores[file] = (scores[file] ?? 0) + score;
        covered[file] = (covered[file] ?? 0) + Math.min(own, score);
      }
    }
    for (let file = 0; file < scores.length; file += 1) {
      const score = scores[file] ?? 0;
      const isMeant = score > 0 && segment.isLive(file) && isUnder(pathOf(segment, file), under);
      const coverage = 1 - coverageShare + coverageShare * ((covered[file] ?? 0) / all);
      scores[file] = isMeant ? score * coverage : 0;
    }
  }
  const least = leastOf(segments, most * looked);
  for (const { root, segment, scores } of segments) {
    for (let file = 0; file < scores.length; file += 1) {
      const score = scores[file] ?? 0;
      if (score === 0 || score < least) continue;
      const path = pathOf(segment, file);
      const factor = factorOf(path, words);
      files.push({ root, path, score: score * factor, factor });
    }
  }
  files.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
  return { files: files.slice(0, most), rarities };
}

function pathOf({ data }: Segment, file: number): string {
  return data.paths[file] ?? '';
}

/** Returns the score of the last of so many files, the best first. */
function leastOf(segments: readonly { readonly scores: Float64Array }[], count: number): number {
  const scores = new Float64Array(segments.reduce((sum, one) => sum + one.scores.length, 0));
  let end = 0;
  for (const one of segments) {
    for (const score of one.scores) {
      if (score > 0) {
        scores[end] = score;
        end += 1;
      }
    }
  }
  return scores.subarray(0, end).sort()[Math.max(0, end - count)] ?? 0;
}

function sizesOf(segments: readonly Segment[]): { count: number; averageLength: number } {
  let count = 0;
  let length = 0;
  for (const segment of segments) {
    const { lengths } = segment.data;
    for (let at = 0; at < segment.size; at += 1) {
      if (segment.isLive(at) && lengths[at] !== 0) {
        count += 1;
        length += lengths[at] ?? 0;
      }
    }
  }
  return { count, averageLength: Math.max(1, length / Math.max(1, count)) };
}

function rarityOf(term: number, segments: readonly { segment: Segment }[], all: number): number {
  let count = 0;
  for (const { segment } of segments) {
    segment.find(term, at => {
      if (segment.isLive(at)) count += 1;
    });
  }
  return rarity(count, all);
}

export function isUnder(path: string, under: string): boolean {
  return under === '' || path === under || path.startsWith(`${under}/`);
}

/** Someone who asks for tests or documents by name wants them. */
function factorOf(path: string, words: readonly QueryWord[]): number {
  const found = mentioning.exec(path)?.[0].toLowerCase();
  const isWanted = (text: string) =>
    words.some(({ word }) => word.length > 3 && text.includes(word.slice(0, 4)));
  const byPlace = found === undefined || isWanted(found) ? 1 : mentioningFactor;
  const isDocument =
    document.test(path) &&
    !words.some(({ word }) => /^(?:docs?|document|readme|manual|guide)/.test(word));
  return byPlace * (isDocument ? documentFactor : 1);
}

import type { TermTable } from '../text/termTable';
import { bestPassages, type ScoredPassage } from './bestPassages';
import type { QueryWord } from './query';
import type { RankedFile, Ranking } from './rankFiles';

/** A file that may be read for the answer, as `rankFiles` has ranked it. */
export interface CandidateFile extends RankedFile {
  /** Unsaved text of the user; without it, the file is read. */
  readonly text?: string;
}

export interface FoundPassage extends ScoredPassage {
  readonly root: string;
  readonly path: string;
}

/** Weight of each passage of a file beside the one before. */
const nextOfFile = 0.8;
/** How much the whole file counts beside a passage. */
const fileShare = 0.5;

/**
 * Finds the best passages in files. Files are read now, so that lines and texts are those of now.
 * @param read returns the text of a file, or undefined if it is gone
 */
export function findPassages(
  files: readonly CandidateFile[],
  words: readonly QueryWord[],
  rarities: Ranking['rarities'],
  most: number,
  table: TermTable,
  read: (file: CandidateFile) => string | undefined,
): readonly FoundPassage[] {
  const found: FoundPassage[] = [];
  for (const file of files) {
    const text = file.text ?? read(file);
    if (text === undefined) continue;
    const passages = bestPassages(file.path, text, words, rarities, table);
    for (const [at, passage] of passages.entries()) {
      const own = passage.score * file.factor + fileShare * file.score;
      const { root, path } = file;
      found.push({ ...passage, root, path, score: own * nextOfFile ** at });
    }
  }
  return found.sort((one, other) => other.score - one.score).slice(0, most);
}

import type { DeniedPatterns } from '../../node/deniedPaths';
import type { CandidateFile, FoundPassage } from './search/findPassages';
import type { Ranking } from './search/rankFiles';

/** Where to look, and what to leave out there. */
export interface SearchedRoot {
  readonly root: string;
  /** Globs of `files.exclude` and `search.exclude` that are on. */
  readonly excludes: readonly string[];
  /** Files that the user's rules deny: the index does not hold them. */
  readonly denied: DeniedPatterns;
  /** Only this folder or file, relative to the root; empty for all. */
  readonly under: string;
}

/** Question to the worker; each gets one reply with its id. */
export type Question = { readonly id: number } & (
  | {
      /** Ranks files, after the indexes were brought up to date. */
      readonly kind: 'rank';
      readonly question: string;
      readonly roots: readonly SearchedRoot[];
      /** Path of ripgrep. */
      readonly ripgrep: string;
      /** Folder that keeps the indexes. */
      readonly storage: string;
      readonly most: number;
      /** Files, by their roots, that are ranked in any case: what the user types there is not saved. */
      readonly open: readonly { readonly root: string; readonly path: string }[];
      /** Milliseconds after which an index that is being built answers with what it has. */
      readonly patience: number;
    }
  | {
      /** Reads files and finds passages in them. */
      readonly kind: 'read';
      readonly question: string;
      readonly rarities: Ranking['rarities'];
      readonly files: readonly CandidateFile[];
      readonly most: number;
    }
);

/** Note to the worker, which has no reply. */
export type Note =
  | { readonly kind: 'changed'; readonly root: string; readonly paths: readonly string[] }
  /** More has changed than is noted one by one: all of the root is looked at again. */
  | { readonly kind: 'stale'; readonly root: string };

export interface Ranked extends Ranking {
  readonly kind: 'ranked';
  readonly id: number;
  /** Files that are known, and those that are still to be looked at. */
  readonly known: number;
  readonly left: number;
  /** Whether a folder has more files than are searched. */
  readonly isCut: boolean;
}

/** Answer to somebody who searches. */
export interface CodeAnswer extends Pick<Ranked, 'known' | 'left' | 'isCut'> {
  /** The best first. */
  readonly passages: readonly FoundPassage[];
}

export type Reply =
  | Ranked
  | { readonly kind: 'read'; readonly id: number; readonly passages: readonly FoundPassage[] }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** How far an index has come that somebody waits for. */
  | { readonly kind: 'progress'; readonly files: number; readonly left: number }
  | { readonly kind: 'log'; readonly text: string };

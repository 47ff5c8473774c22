import type { FoundPath, Nearness } from './pathIndex';

/** Question to the worker; each gets one `Answer` with its id. */
export type Question = { readonly id: number; readonly root: string } & (
  | { readonly kind: 'load'; readonly ripgrep?: string | undefined }
  | {
      readonly kind: 'change';
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | {
      readonly kind: 'find';
      readonly word: string;
      readonly nearness: Nearness;
      readonly limit: number;
    }
);

export interface Answer {
  readonly id: number;
  readonly found: readonly FoundPath[];
  /** Number of files and folders. */
  readonly size: number;
  readonly isCut: boolean;
}

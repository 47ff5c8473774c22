import type { FoundPath, Nearness } from './foundPath';

/** Question to the worker; each gets one `Answer` with its id. */
export type Question = { readonly id: number; readonly root: string } & (
  | { readonly kind: 'load'; readonly ripgrep?: string | undefined }
  | { readonly kind: 'forget' }
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
  /** True if the folder has more files than are kept. */
  readonly isCut: boolean;
  /** False if the folder was not loaded, or has made room for others. */
  readonly isKnown: boolean;
}

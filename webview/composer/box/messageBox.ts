import type { Mention } from '../../../src/contract/mentions';

/** Text, and chips between it. */
export type Piece = string | Mention;

/**
 * Word at the caret that opens a list: `@` anywhere, `/` at the start of the message only. Elsewhere
 * it is `late/`, and runs nothing.
 */
export interface TypedWord {
  readonly sign: '@' | '/' | 'late/';
  /** Text after the sign, up to the caret. */
  readonly query: string;
}

/** Message box, whether it is the plain one of the first moments or the rich one. */
export interface MessageBox {
  focus(): void;
  /** Inserts at the caret, or in place of the selection. */
  insert(pieces: readonly Piece[]): void;
  /** Replaces the word that opened a list, sign included; a space follows. */
  replaceWord(pieces: readonly Piece[]): void;
}

/** List that is open above the box and takes keys before the box does. */
export interface BoxList {
  /** Id of the list and of the selected option, for `aria-controls` and `aria-activedescendant`. */
  readonly listId: string;
  readonly optionId: string | undefined;
  /** @returns true if the list has handled the key */
  handleKey(event: KeyboardEvent): boolean;
}

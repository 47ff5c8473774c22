import type { Draft } from '../../../src/contract/draft';
import type { BoxList, MessageBox, TypedWord } from './messageBox';

/** Where the caret is, for keys that mean something else at the ends of the message. */
export interface CaretPlace {
  /** False for a selection. */
  readonly isCaret: boolean;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/** A box for the composer, which does more with it than lists and menus do. */
export interface BoxHandle extends MessageBox {
  caret(): CaretPlace;
  moveToStart(): void;
  /**
   * Shows what was heard so far where the caret was at the first call; undefined takes it away. It
   * is no part of the message.
   */
  showHeard(text: string | undefined): void;
  /** Inserts dictated text there. One undo takes it away. */
  insertHeard(text: string): void;
}

export interface BoxProps {
  /** Content to show; the box reports changes of its text, mentions and attachments. */
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  /** Gives out the handle, and undefined when the box is gone. */
  readonly onHandle: (handle: BoxHandle | undefined) => void;
  /** @returns true if the key is handled; the box then leaves it alone */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Reports the word at the caret that opens a list. */
  readonly onWord: (word: TypedWord | undefined) => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Receives URIs of files that were pasted, and the text that they were pasted as. */
  readonly onPlaces: (places: readonly string[], text: string) => void;
  readonly onBlur: () => void;
  readonly placeholder: string;
  readonly list: BoxList | undefined;
  /** Id of an element that tells a screen reader what Enter does. */
  readonly describedBy?: string | undefined;
}

/** Returns the attributes that tell a screen reader of the list that is open. */
export function listAttributes(list: BoxList | undefined): Record<string, string> {
  return list
    ? {
        'aria-haspopup': 'listbox',
        'aria-controls': list.listId,
        ...(list.optionId === undefined ? {} : { 'aria-activedescendant': list.optionId }),
      }
    : {};
}

/** Selection in UTF-16 units of the draft's text. */
interface BoxSelection {
  readonly anchor: number;
  readonly head: number;
}

/** State of the box that another one takes over. */
export interface BoxState {
  readonly selection: BoxSelection;
  readonly hasFocus: boolean;
  readonly scrollTop: number;
  /** True if the text at the caret was just typed: its last word may open a list. */
  readonly isTyped?: boolean;
}

/** Text and state of the first picture's box, see `app/firstBox`. */
export interface FirstBox {
  readonly text: string;
  readonly state: BoxState;
}

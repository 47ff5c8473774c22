import type { JsonObject } from '../../base/json';

/** Change of one file by an editor tool. */
export interface EditorEdit {
  /** As the agent spells it. */
  readonly path: string;
  /** Texts as the card shows them before anything is written. */
  readonly shown: readonly { readonly oldText: string; readonly newText: string }[];
  /** Arguments that `shown` does not contain. */
  readonly rest: JsonObject;
  /**
   * Returns the file after the change.
   * @param current undefined if there is no file
   * @throws UserError whose words are for the agent: `edit.stale`, `edit.noMatch`
   */
  after(current: string | undefined): string;
}

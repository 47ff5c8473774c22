import type { IconName } from '../../ui/glyphs';
/** Row of a list above the message box. */
export interface SuggestionRow {
  readonly key: string;
  readonly label: string;
  /** True if label and detail are a file's name and folder, which are shortened in their middle. */
  readonly isPath?: true;
  /** True if the label alone is a path, shortened in its middle. */
  readonly isLongPath?: true;
  /** UTF-16 ranges of the label to mark: start and end, alternating. */
  readonly matches?: readonly number[];
  /** Name of a codicon. */
  readonly icon?: IconName;
  /** Dimmed text right after the label: arguments. */
  readonly hint?: string;
  /** Quieter text: a folder, a description. */
  readonly detail?: string;
  /** Quiet text at the end of the row. */
  readonly note?: string;
  /** Source that only screen readers are told: the heading, which they skip, shows it. */
  readonly source?: string;
  /** Heading above the first row of its kind. */
  readonly group?: string;
}

/** Content of the list. */
export interface Suggestions {
  /** Accessible name of the list. */
  readonly name: string;
  readonly rows: readonly SuggestionRow[];
  /** True if the details tell rows apart, so that they are shown in a narrow page, too. */
  readonly hasPlaces?: true;
  readonly isLoading?: boolean;
  /** True if the rows answer an earlier word: none of them may be taken. */
  readonly isStale?: boolean;
  /** Shown in place of rows. */
  readonly emptyText: string;
  /** Shown below the rows: what is not among them. */
  readonly footnote?: string;
  /** @returns false to leave the key to the box */
  readonly onTake: (row: SuggestionRow, by: 'Enter' | 'Tab' | 'pointer') => boolean;
}

import type { PromptId } from './ids';

interface FieldBase {
  /** Name in the answer. */
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format?: TextFormat;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Regular expression of the server; only the host tries it, within a time limit. */
  readonly pattern?: string;
  /** True for a text of several lines. */
  readonly isMultiline?: boolean;
  /** True for a key or password, which the page does not show. */
  readonly isSecret?: boolean;
  readonly initial?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly initial?: number;
}

export interface FlagField extends FieldBase {
  readonly kind: 'flag';
  readonly initial?: boolean;
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly FieldOption[];
  readonly initial?: string;
}

/** Field that takes several of its options. */
export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly FieldOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly initial?: readonly string[];
}

export type FormField = TextField | NumberField | FlagField | ChoiceField | ChoicesField;

/** Reason why a form can only be declined. `names`: fields that it needs and that cannot be shown. */
export type FormObstacle =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'tooMany'; readonly count: number }
  | { readonly kind: 'unknownFields'; readonly names: readonly string[] };

export interface FormRequest {
  readonly mode: 'form';
  readonly fields: readonly FormField[];
  /** Titles of optional fields that cannot be shown; they stay empty. */
  readonly leftOut?: readonly string[];
  readonly obstacle?: FormObstacle;
}

/** Reason to look at an address twice. `unicodeHost`: what a browser may show in place of the host. */
export type AddressWarning =
  | { readonly kind: 'otherAlphabet'; readonly unicodeHost: string }
  | { readonly kind: 'userName' }
  | { readonly kind: 'unencrypted' };

export interface PageRequest {
  readonly mode: 'page';
  /** Address as the server wrote it, or in its normal form if it can be opened. */
  readonly url: string;
  /** Place of the host in `url`; absent if the address cannot be opened. */
  readonly host?: { readonly from: number; readonly to: number };
  readonly warnings: readonly AddressWarning[];
  /**
   * Set once the user has opened the page. `opened`: the server says when it is done. `held`: the
   * agent waits, too, and then repeats the call that needs the page.
   */
  readonly stage?: 'opened' | 'held';
}

/** Request of an MCP server for input of the user. All of its texts are the server's. */
export interface ElicitationPrompt {
  readonly kind: 'elicitation';
  readonly id: PromptId;
  /** Name of the server in the agent's configuration. */
  readonly server: string;
  readonly message: string;
  readonly request: FormRequest | PageRequest;
}

/** Input for one field: text, a number as text, a checked box, or the values of options. */
export type FieldEntry = string | boolean | readonly string[];

/** Entries in the order of the fields; `null` where the user has not touched the field. */
export type FormEntries = readonly (FieldEntry | null)[];

/** Problems of the entries, in the order of the fields; `null` where there is none. */
export type FieldProblems = readonly (string | null)[];

export type ElicitationAnswer =
  | { readonly kind: 'submitForm'; readonly entries: FormEntries }
  /** Opens the page, and tells the server that the user agreed. */
  | { readonly kind: 'openPage' }
  | { readonly kind: 'declineInput' }
  | { readonly kind: 'cancelInput' }
  /** Closes the card of a page that was opened: the user is done there. */
  | { readonly kind: 'pageDone' };

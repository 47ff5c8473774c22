import type { FieldEntry, FormField } from '../../../src/contract/elicitation';

export interface FieldProps<F extends FormField = FormField> {
  readonly id: string;
  readonly field: F;
  /** `null`: untouched. */
  readonly entry: FieldEntry | null;
  readonly problem: string | undefined;
  readonly onChange: (entry: FieldEntry) => void;
}

export interface ControlProps<F extends FormField> extends FieldProps<F> {
  /** Ids of the texts about the field. */
  readonly describedBy: string | undefined;
}

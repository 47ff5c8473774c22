import type { FormEntries, FormField } from '../../../contract/elicitation';
import { readEntry } from '../../../contract/forms/readEntry';
import type { ActionOutcome } from '../model/sectionSource';

type Value = NonNullable<ReturnType<typeof readEntry>['value']>;

/** Values by the names of the fields, or the problems of the entries. */
export type FormValues =
  | { readonly values: Readonly<Record<string, Value | undefined>>; readonly problems?: undefined }
  | { readonly values?: undefined; readonly problems: NonNullable<ActionOutcome['problems']> };

/**
 * Reads the entries of an action's form. Texts lose the white space around them.
 * @param check returns the problem of a field that its type allows, if any
 */
export function readForm(
  fields: readonly FormField[],
  entries: FormEntries,
  check: (name: string, value: Value) => string | undefined = () => undefined,
): FormValues {
  const read = fields.map((field, index) => {
    const entry = entries[index] ?? null;
    const trimmed = typeof entry === 'string' ? entry.trim() : entry;
    const { value, problem } = readEntry(field, trimmed);
    const own = value === undefined ? undefined : check(field.name, value);
    return { name: field.name, value, problem: problem ?? own ?? null };
  });
  return read.some(({ problem }) => problem !== null)
    ? { problems: read.map(({ problem }) => problem) }
    : { values: Object.fromEntries(read.map(({ name, value }) => [name, value])) };
}

/** Returns a value that the form has checked to be text; empty if the field was left empty. */
export function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../base/json';
import type {
  FieldProblems,
  FormEntries,
  FormField,
  FormRequest,
} from '../../contract/elicitation';
import { type ReadEntry, readEntry } from '../../contract/forms/readEntry';
import { matchesPattern } from '../../node/matchesPattern';

/** Checks a form's entries in full, with the server's patterns. */
export function problemsOf({ fields }: FormRequest, entries: FormEntries): FieldProblems {
  return readAll(fields, entries).map(({ problem }) => problem ?? null);
}

/** Returns the answer by the server's names; undefined if an entry is not right. */
export function contentOf(form: FormRequest, entries: FormEntries): JsonObject | undefined {
  const { fields, obstacle } = form;
  const read = readAll(fields, entries);
  if (obstacle || entries.length > fields.length || read.some(one => one.problem !== undefined)) {
    return undefined;
  }
  const values = read.flatMap(({ value }, index) => {
    const name = fields[index]?.name;
    return value === undefined || name === undefined ? [] : [[name, value] as const];
  });
  // `fromEntries` defines own members, so a field named "__proto__" is only a name.
  return Object.fromEntries(values);
}

function readAll(fields: readonly FormField[], entries: FormEntries): readonly ReadEntry[] {
  return fields.map((field, index) => withPattern(field, readEntry(field, entries[index] ?? null)));
}

function withPattern(field: FormField, read: ReadEntry): ReadEntry {
  if (field.kind !== 'text' || field.pattern === undefined || typeof read.value !== 'string') {
    return read;
  }
  return matchesPattern(field.pattern, read.value) === false
    ? { problem: l10n.t('The server expects another form: {0}', field.pattern) }
    : read;
}

import * as z from '../base/schema';

/**
 * Reads an optional member as absent if it has an unexpected type: the CLI's frames grow and change
 * with each release, and one odd member must not cost the whole line.
 */
export function lenient<T extends z.core.$ZodType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

export const text = lenient(z.string());
export const number = lenient(z.number());
export const flag = lenient(z.boolean());

/** Reads a list and drops elements of an unexpected type; what is absent or no list is empty. */
export function lenientList<T extends z.ZodMiniType>(element: T) {
  return z.pipe(
    // Most frames have none, and an error that is caught costs more than the rest of a frame.
    lenient(z.array(z.unknown())),
    z.transform((items = []): z.output<T>[] =>
      items.flatMap(item => {
        const parsed = element.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

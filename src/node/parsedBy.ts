import * as z from '../base/schema';
import type { Parsed } from './storedData';

/** Returns a parser for the data of a `VersionedFile`. */
export function parsedBy<T>(schema: z.ZodMiniType<T>): (data: unknown) => Parsed<T> {
  return data => {
    const parsed = z.safeParse(schema, data);
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, error: z.prettifyError(parsed.error) };
  };
}

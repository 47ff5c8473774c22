import { messageOf } from '../base/errors';
import { isObject } from '../base/json';

export type Parsed<T> = { ok: true; value: T } | { ok: false; error: string };

/** How the data of a file `{version, data}` is understood. */
export interface DataForm<T> {
  version: number;
  parse(data: unknown): Parsed<T>;
  /** Migrations by the version they start from; each returns the data of the next version. */
  migrations?: Readonly<Record<number, (data: unknown) => unknown>>;
}

/** Returns the version of content that a later version of Tandem has stored. */
export function newerVersion(stored: unknown, version: number): number | undefined {
  const found = isObject(stored) ? stored.version : undefined;
  return typeof found === 'number' && found > version ? found : undefined;
}

/** @returns the value, and the version that it was stored in */
export function readStored<T>(
  stored: unknown,
  { version, parse, migrations = {} }: DataForm<T>,
): { ok: true; value: T; from: number } | { ok: false; error: string } {
  const from = isObject(stored) ? stored.version : undefined;
  if (!isObject(stored) || typeof from !== 'number' || !('data' in stored)) {
    return { ok: false, error: 'it has no version' };
  }
  let data: unknown = stored.data;
  try {
    for (let step = from; step < version; step += 1) {
      const migrate = migrations[step];
      if (!migrate) {
        return { ok: false, error: `nothing leads from version ${step} to the next` };
      }
      data = migrate(data);
    }
    const parsed = parse(data);
    return parsed.ok ? { ...parsed, from } : parsed;
  } catch (error) {
    // A migration may meet any content.
    return { ok: false, error: messageOf(error) };
  }
}

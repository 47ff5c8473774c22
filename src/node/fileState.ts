import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Each write makes another file; its time alone may be that of a write just before. */
export async function stateOf(path: string): Promise<string> {
  return stateIn(await stat(path, { bigint: true }));
}

export function stateIn({ mtimeNs, ino }: BigIntStats): string {
  return `${mtimeNs} ${ino}`;
}

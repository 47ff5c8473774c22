import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';

/** The CLI's recorded self-description, which `standInCli.ts` stores next to the script. */
export interface Recorded {
  readonly version: string;
  /** Response to `initialize`. */
  readonly reply: JsonObject & { readonly models: readonly JsonObject[] };
  /** Frame `system/init`. */
  readonly init: JsonObject;
}

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(join(__dirname, 'recorded.json'), 'utf8'));
}

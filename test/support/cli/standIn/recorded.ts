import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';

/** What the CLI has said of itself in a recording; `standInCli.ts` puts it beside the script. */
export interface Recorded {
  readonly version: string;
  /** The answer to `initialize`. */
  readonly reply: JsonObject & { readonly models: readonly JsonObject[] };
  /** The `system/init` frame. */
  readonly init: JsonObject;
}

export function readRecorded(): Recorded {
  return JSON.parse(readFileSync(join(__dirname, 'recorded.json'), 'utf8'));
}

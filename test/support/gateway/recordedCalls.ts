import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { ModelCallKind } from '../../../src/contract/modelCalls';

/** Request of a real CLI, reduced to the parts that tell its kind; ids and paths are replaced. */
interface RecordedCall {
  readonly version: string;
  /** Purpose of the call, from the scenario that was recorded. */
  readonly kind: ModelCallKind;
  readonly agent?: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

const file = join(__dirname, '..', 'fixtures', 'modelCalls.jsonl');

export const recordedCalls: readonly RecordedCall[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map(line => JSON.parse(line) as RecordedCall);

import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { type Mask, maskedRecording } from './masked';

/** Calls in the order in which they are written. */
export type CallSequence = AsyncIterable<RecordedCall> | Iterable<RecordedCall>;

/** Yields a log of calls, one line a call. No more than one call is in memory at a time. */
export async function* jsonlOf(
  calls: CallSequence,
  { mask }: { readonly mask: Mask },
): AsyncGenerator<string> {
  for await (const call of calls) {
    yield `${JSON.stringify(maskedRecording(call, mask))}\n`;
  }
}

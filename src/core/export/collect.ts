import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock';

/** Milliseconds of work before yielding to the event loop. */
const slice = 20;

/**
 * Collects the pieces as bytes without blocking the extension host.
 * @returns undefined if cancelled
 */
export async function collect(
  pieces: AsyncIterable<string>,
  clock: Clock,
  isCancelled: () => boolean,
): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let since = clock.now();
  for await (const piece of pieces) {
    parts.push(Buffer.from(piece));
    if (clock.now() - since >= slice) {
      await setImmediate();
      since = clock.now();
    }
    if (isCancelled()) {
      return undefined;
    }
  }
  return Buffer.concat(parts);
}

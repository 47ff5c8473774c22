import { createHash } from 'node:crypto';
import type { CallRequest } from './request/callRequest';

const mostConversations = 64;

/**
 * Finds calls that repeat a failed one. The header for that counts the retries of the API's library
 * only; the CLI makes its own, each of which begins at zero there.
 */
export class Retries {
  private readonly failed = new Map<string, { digest: string; retry: number }>();

  /** Returns how often this call was made before, each time without success. */
  count(key: string, request: CallRequest): number {
    const last = this.failed.get(key);
    return last?.digest === digestOf(request) ? last.retry + 1 : 0;
  }

  /** @param retry what `count` has returned for this call */
  note(key: string, request: CallRequest, retry: number, hasFailed: boolean): void {
    this.failed.delete(key);
    if (!hasFailed) {
      return;
    }
    this.failed.set(key, { digest: digestOf(request), retry });
    for (const oldest of this.failed.keys()) {
      if (this.failed.size <= mostConversations) {
        return;
      }
      this.failed.delete(oldest);
    }
  }
}

function digestOf({ messages }: CallRequest): string {
  const hash = createHash('sha1');
  for (const { bare } of messages) {
    hash.update(bare);
  }
  return hash.digest('base64');
}

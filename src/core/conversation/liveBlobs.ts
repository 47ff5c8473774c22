import { createHash } from 'node:crypto';
import type { BlobContent } from '../../contract/calls';
import type { ConversationEvent } from '../../contract/events';
import type { BlobId } from '../../contract/ids';
import type { StoredSession } from '../../protocol/storedSession';
import { BlobStore } from './blobStore';
import { externalize } from './externalize';

/** UTF-16 units of long texts and images that stay in memory. */
const mostKept = 16 * 1024 * 1024;
const prefix = 'live:';

/** Named after the content, so that the stored session can be searched for it. */
function idOf(content: string): string {
  return prefix + createHash('sha1').update(content).digest('hex');
}

/**
 * Long texts and images of live events. The least recently used ones leave the memory and are read
 * again from the agent's store, unless it has them in another form.
 */
export class LiveBlobs {
  private readonly store = new BlobStore(idOf, mostKept);

  /** @param stored opens the agent's store; undefined if it has nothing of the conversation */
  constructor(private readonly stored: () => Promise<StoredSession | undefined>) {}

  /** Size of the content in memory, in UTF-16 units. */
  get length(): number {
    return this.store.length;
  }

  shorten(event: ConversationEvent): ConversationEvent {
    return externalize(event, this.store);
  }

  /** @throws UserError if the agent's store cannot be read */
  async get(id: BlobId): Promise<BlobContent | undefined> {
    const kept = this.store.get(id);
    if (kept || !id.startsWith(prefix)) {
      return kept;
    }
    const found = await this.read(id);
    if (found) {
      this.store.restore(id, found);
    }
    return found;
  }

  clear(): void {
    this.store.clear();
  }

  private async read(id: BlobId): Promise<BlobContent | undefined> {
    const session = await this.stored();
    let page = session?.tail;
    while (session && page) {
      const texts = new BlobStore(idOf);
      for (const event of page.events) {
        externalize(event, texts);
      }
      const found = texts.get(id);
      if (found) {
        return found;
      }
      page = page.before && (await session.page(page.before));
    }
    return undefined;
  }
}

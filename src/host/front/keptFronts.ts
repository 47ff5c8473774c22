import type { ChannelId } from '../../contract/ids';
import type { ContextBlock } from '../../protocol/agentSource';

/** Most chips that are kept, and UTF-16 units of their texts together. */
const mostKept = 200;
const mostText = 4_000_000;

export interface KeptFront<Place> {
  readonly block: ContextBlock;
  /** Where the editor shows it. */
  readonly place: Place;
}

/** Contents of the chips that pages were given last, so that nothing else is sent with them. */
export class KeptFronts<Place> {
  private readonly kept = new Map<string, KeptFront<Place>>();
  private size = 0;

  keep(channelId: ChannelId, id: string, front: KeptFront<Place>): void {
    const key = keyOf(channelId, id);
    this.remove(key);
    this.kept.set(key, front);
    this.size += sizeOf(front);
    for (const old of this.kept.keys()) {
      const isInBounds = this.kept.size <= mostKept && this.size <= mostText;
      if (isInBounds || old === key) {
        break;
      }
      this.remove(old);
    }
  }

  get(channelId: ChannelId, id: string): KeptFront<Place> | undefined {
    return this.kept.get(keyOf(channelId, id));
  }

  private remove(key: string): void {
    const old = this.kept.get(key);
    if (old) {
      this.kept.delete(key);
      this.size -= sizeOf(old);
    }
  }
}

function keyOf(channelId: ChannelId, id: string): string {
  return `${channelId}\n${id}`;
}

function sizeOf({ block }: KeptFront<unknown>): number {
  return 'text' in block ? block.text.length : 0;
}

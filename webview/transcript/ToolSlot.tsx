import { LateToolCard } from '../late/LateCards';
import { type CallProps, RelatedUpdates } from '../tools/RelatedUpdates';

/** Slot for a tool card in the transcript. */
export class ToolSlot extends RelatedUpdates {
  override render({ item, turn }: CallProps) {
    return (
      <div class="item item-tool">
        <LateToolCard item={item} turn={turn} />
      </div>
    );
  }
}

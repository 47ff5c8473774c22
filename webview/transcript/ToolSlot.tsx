import { LateToolCard } from '../late/LateCards';
import { type CallProps, RelatedUpdates } from '../tools/RelatedUpdates';

/** The place of a call's card. */
export class ToolSlot extends RelatedUpdates {
  override render({ item, turn }: CallProps) {
    return (
      <div class="item">
        <LateToolCard item={item} turn={turn} />
      </div>
    );
  }
}

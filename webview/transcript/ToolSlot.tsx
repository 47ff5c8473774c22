import { type CallProps, RelatedUpdates } from '../tools/RelatedUpdates';
import { LateToolCard } from './LateCards';

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

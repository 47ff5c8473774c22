import type { Item } from '../../src/contract/conversation';
import { memo } from '../ui/memo';
import { LatePromptCard } from './LateCards';

interface AskSlotProps {
  readonly item: Extract<Item, { kind: 'ask' }>;
}

/** A prompt's place in the flow, findable by its id. */
export const AskSlot = memo(function AskSlot({ item }: AskSlotProps) {
  return (
    <div class="item item-ask" data-reveal={item.prompt.id}>
      <LatePromptCard item={item} />
    </div>
  );
});

import type { Item } from '../../src/contract/conversation';
import { LatePromptCard } from '../late/LateCards';
import { memo } from '../ui/memo';

interface AskSlotProps {
  readonly item: Extract<Item, { kind: 'ask' }>;
}

/** Slot for a prompt's card in the transcript, found by its id. */
export const AskSlot = memo(function AskSlot({ item }: AskSlotProps) {
  return (
    <div class="item item-ask" data-reveal={item.prompt.id}>
      <LatePromptCard item={item} />
    </div>
  );
});

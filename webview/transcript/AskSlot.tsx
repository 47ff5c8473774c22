import type { Item } from '../../src/contract/conversation';
import { PromptCard } from '../prompts/PromptCard';
import { memo } from '../ui/memo';

interface AskSlotProps {
  readonly item: Extract<Item, { kind: 'ask' }>;
}

/** A prompt's place in the flow, findable by its id. */
export const AskSlot = memo(function AskSlot({ item }: AskSlotProps) {
  return (
    <div class="item item-ask" data-ask={item.prompt.id}>
      <PromptCard item={item} />
    </div>
  );
});

import type { TextItem } from '../../src/contract/conversation';
import { memo } from '../ui/memo';
import { AgentText } from './AgentText';

export const TextBlock = memo(function TextBlock({ item }: { readonly item: TextItem }) {
  if (item.text === '') {
    return null;
  }
  return (
    <div
      class={item.isStreaming ? 'item item-text item-live' : 'item item-text'}
      dir="auto"
      data-reveal={item.key}
    >
      <AgentText text={item.text} isStreaming={item.isStreaming} />
    </div>
  );
});

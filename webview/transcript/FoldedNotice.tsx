import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useExpanded } from '../store/pageContext';
import { Icon } from '../ui/Icon';

interface FoldedNoticeProps {
  readonly itemKey: string;
  readonly title: string;
  readonly bodyClass?: string;
  readonly children: ComponentChildren;
}

/** Line about the conversation, with more behind it. */
export function FoldedNotice({ itemKey, title, bodyClass = '', children }: FoldedNoticeProps) {
  const [isExpanded, setExpanded] = useExpanded(itemKey);
  const bodyId = useId();
  return (
    <div class="item compacted" data-reveal={itemKey}>
      <button
        type="button"
        class="thinking-toggle"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? bodyId : undefined}
        onClick={() => setExpanded(!isExpanded)}
      >
        <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} />
        {title}
      </button>
      {isExpanded ? (
        <div id={bodyId} class={`thinking-body ${bodyClass}`} dir="auto">
          {children}
        </div>
      ) : null}
    </div>
  );
}

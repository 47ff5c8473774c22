import { useId } from 'preact/hooks';
import { hookText } from '../../src/contract/labels/hookText';
import type { HookRowProps } from '../late/cardRegistry';
import { useExpanded } from '../store/pageContext';
import { Icon } from '../ui/Icon';

/** Quiet line about a hook, with its output behind it. */
export function HookRow({ itemKey, notice }: HookRowProps) {
  const [isExpanded, setExpanded] = useExpanded(itemKey);
  const bodyId = useId();
  const title = hookText(notice);
  if (notice.text === '') {
    return (
      <div class="item notice">
        <Icon name="plug" />
        <span dir="auto">{title}</span>
      </div>
    );
  }
  return (
    <div class="item compacted">
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
        <div id={bodyId} class="thinking-body command-output">
          <pre dir="auto">{notice.text}</pre>
        </div>
      ) : null}
    </div>
  );
}

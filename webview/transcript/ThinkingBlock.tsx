import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { ThinkingItem } from '../../src/contract/conversation';
import { useExpanded, usePageState } from '../store/pageContext';
import { formatDuration } from '../ui/durations';
import { Icon } from '../ui/Icon';
import { memo } from '../ui/memo';
import { useNow } from '../ui/useNow';
import { AgentText } from './AgentText';

interface ThinkingBlockProps {
  readonly item: ThinkingItem;
}

export const ThinkingBlock = memo(function ThinkingBlock({ item }: ThinkingBlockProps) {
  const [isExpanded, setExpanded] = useExpanded(item.key);
  const bodyId = useId();
  const isReadable = item.text.trim() !== '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div role="group" class="item thinking" aria-label={l10n.t('Thinking')} data-reveal={item.key}>
      {isReadable ? (
        <button
          type="button"
          class="thinking-toggle"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? bodyId : undefined}
          onClick={() => setExpanded(!isExpanded)}
        >
          <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} />
          <ThinkingTitle item={item} isReadable />
        </button>
      ) : (
        <span class="thinking-toggle">
          <Icon name="lightbulb" />
          <ThinkingTitle item={item} isReadable={false} />
        </span>
      )}
      {isReadable && isExpanded ? (
        <div id={bodyId} class="thinking-body" dir="auto">
          <AgentText text={item.text} isStreaming={item.isStreaming} />
        </div>
      ) : null}
    </div>
  );
});

function ThinkingTitle({ item, isReadable }: { item: ThinkingItem; isReadable: boolean }) {
  const now = useNow(item.isStreaming);
  const skew = usePageState(state => state.clockSkew);
  if (item.isStreaming) {
    const elapsed = Math.max(0, now + skew - item.at);
    return (
      <>
        <span class="live-word">{l10n.t('Thinking…')}</span>
        {elapsed >= 1000 ? <span class="quiet"> {formatDuration(elapsed)}</span> : null}
      </>
    );
  }
  const { durationMs } = item;
  const isBrief = durationMs !== undefined && durationMs < 1000;
  const took = durationMs === undefined || isBrief ? undefined : formatDuration(durationMs);
  if (isReadable) {
    if (isBrief) {
      return <>{l10n.t('Thought briefly')}</>;
    }
    return <>{took === undefined ? l10n.t('Thought') : l10n.t('Thought for {0}', took)}</>;
  }
  const why = item.isRedacted
    ? l10n.t('Thinking is encrypted')
    : l10n.t('No readable thinking from this model');
  return <>{took === undefined ? why : `${why} (${took})`}</>;
}

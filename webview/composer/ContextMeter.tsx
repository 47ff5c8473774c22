import { usePageState } from '../store/pageContext';
import { formatCost } from '../ui/formatCost';
import { Meter } from '../ui/Meter';

const high = 0.7;
const critical = 0.9;

/** Always shows how full the context window is, and the cost of the conversation once known. */
export function ContextMeter() {
  const { contextTokens, contextWindow, costUsd } = usePageState(
    state => state.conversation.summary.usage,
  );
  return (
    <span class="meters">
      <Meter
        label="Context used"
        value={contextTokens}
        max={contextWindow}
        text={shortText(contextTokens, contextWindow)}
        description={longText(contextTokens, contextWindow)}
        tone={toneOf(contextTokens, contextWindow)}
      />
      {costUsd === undefined ? null : (
        // biome-ignore lint/a11y/useSemanticElements: no element says "a value with a name".
        <span role="group" class="cost" aria-label="Cost" aria-live="off" title="Cost so far">
          {formatCost(costUsd)}
        </span>
      )}
    </span>
  );
}

function shortText(tokens: number | undefined, window: number | undefined): string {
  if (tokens === undefined) {
    return '?';
  }
  return window ? `${shortCount(tokens)} · ${percent(tokens, window)}` : shortCount(tokens);
}

function longText(tokens: number | undefined, window: number | undefined): string {
  if (tokens === undefined) {
    return 'Context used: not known yet';
  }
  const used = tokens.toLocaleString('en');
  return window
    ? `${used} of ${window.toLocaleString('en')} tokens, ${percent(tokens, window)}`
    : `${used} tokens; the size of the window is not known yet`;
}

function percent(tokens: number, window: number): string {
  return `${Math.round((tokens / window) * 100)}%`;
}

function shortCount(tokens: number): string {
  if (tokens < 1000) {
    return String(tokens);
  }
  return tokens < 99_950 ? `${(tokens / 1000).toFixed(1)}k` : `${Math.round(tokens / 1000)}k`;
}

function toneOf(tokens = 0, window = 0): 'normal' | 'high' | 'critical' {
  const share = window > 0 ? tokens / window : 0;
  if (share >= critical) {
    return 'critical';
  }
  return share >= high ? 'high' : 'normal';
}

import * as l10n from '@vscode/l10n';
import { usePageState } from '../store/pageContext';
import { formatCost } from '../ui/formatCost';
import { Meter } from '../ui/Meter';
import { meterTone } from '../ui/meterTone';
import { LateLiveMeter } from './LateParts';

/**
 * Shows how full the context window is, and the cost of the conversation once known. A foreign
 * agent may never report the first.
 */
export function ContextMeter() {
  const { contextTokens, contextWindow, costUsd } = usePageState(
    state => state.conversation.summary.usage,
  );
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const meter =
    isForeign && contextTokens === undefined ? null : (
      <Meter
        label={l10n.t('Context used')}
        value={contextTokens}
        max={contextWindow}
        text={shortText(contextTokens, contextWindow)}
        shortText={
          contextTokens !== undefined && contextWindow
            ? percent(contextTokens, contextWindow)
            : undefined
        }
        description={longText(contextTokens, contextWindow)}
        tone={meterTone(contextWindow ? (contextTokens ?? 0) / contextWindow : 0)}
      />
    );
  return (
    <span class="meters">
      {meter}
      <LateLiveMeter />
      {costUsd === undefined ? null : (
        // biome-ignore lint/a11y/useSemanticElements: no element says "a value with a name".
        <span
          role="group"
          class="cost"
          aria-label={l10n.t('Cost')}
          aria-live="off"
          title={l10n.t('Cost so far')}
        >
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
    return l10n.t('Context used: not known yet');
  }
  const used = tokens.toLocaleString('en');
  return window
    ? l10n.t('{0} of {1} tokens, {2}', used, window.toLocaleString('en'), percent(tokens, window))
    : l10n.t('{0} tokens; the size of the window is not known yet', used);
}

function percent(tokens: number, window: number): string {
  return `${Math.round((tokens / window) * 100)}%`;
}

function shortCount(tokens: number): string {
  if (tokens < 1000) {
    return String(tokens);
  }
  const thousands = tokens < 99_950 ? (tokens / 1000).toFixed(1) : Math.round(tokens / 1000);
  return l10n.t({ message: '{0}k', args: [thousands], comment: ['Thousands of tokens'] });
}

import * as l10n from '@vscode/l10n';
import { numberText, percentText } from '../../src/base/locale';
import { usePageState } from '../store/pageContext';
import { meterTone } from '../ui/meterTone';
import { roughCost } from '../ui/roughCost';
import { LiveMeter } from './LiveMeter';
import { Ring } from './Ring';

/**
 * Shows how full the context window is, with the cost of the conversation where there is room. A
 * foreign agent may never report the first.
 */
export function ContextMeter() {
  const { contextTokens, contextWindow, costUsd } = usePageState(
    state => state.conversation.summary.usage,
  );
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const cost = roughCost(costUsd);
  const share = contextWindow ? (contextTokens ?? 0) / contextWindow : 0;
  const used = longText(contextTokens, contextWindow);
  return (
    <span
      class="meters"
      title={cost === undefined ? used : `${used}\n${l10n.t('Cost so far: {0}', cost)}`}
    >
      {isForeign && contextTokens === undefined ? null : (
        <Ring
          label={l10n.t('Context used')}
          value={contextTokens}
          max={contextWindow}
          text={contextTokens === undefined ? '?' : shortText(contextTokens, contextWindow)}
          description={used}
          tone={meterTone(share)}
        />
      )}
      <LiveMeter />
      {cost === undefined ? null : (
        // biome-ignore lint/a11y/useSemanticElements: no element says "a value with a name".
        <span role="group" class="cost" aria-label={l10n.t('Cost')} aria-live="off">
          {cost}
        </span>
      )}
    </span>
  );
}

function shortText(tokens: number, window: number | undefined): string {
  return window ? percent(tokens, window) : shortCount(tokens);
}

function longText(tokens: number | undefined, window: number | undefined): string {
  if (tokens === undefined) {
    return l10n.t('Context used: not known yet');
  }
  const used = numberText(tokens);
  return window
    ? l10n.t('{0} of {1} tokens, {2}', used, numberText(window), percent(tokens, window))
    : l10n.t('{0} tokens; the size of the window is not known yet', used);
}

function percent(tokens: number, window: number): string {
  return percentText(tokens / window);
}

function shortCount(tokens: number): string {
  if (tokens < 1000) {
    return String(tokens);
  }
  const thousands = numberText(tokens / 1000, tokens < 99_950 ? 1 : 0);
  return l10n.t({ message: '{0}k', args: [thousands], comment: ['Thousands of tokens'] });
}

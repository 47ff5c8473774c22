import * as l10n from '@vscode/l10n';
import { countdown } from '../../src/contract/labels/countdown';
import { liveCallsText } from '../../src/contract/labels/liveCallsText';
import { usePageState } from '../store/pageContext';
import { useNow } from '../ui/useNow';

/**
 * Time until the cached prefix goes cold, or until a failed call is made again. Shown only while the
 * model calls of the conversation are observed.
 */
export function LiveMeter() {
  const live = usePageState(state =>
    state.live?.channelId === state.channelId ? state.live : null,
  );
  const skew = usePageState(state => state.clockSkew);
  const { retryAt = 0, cache } = live ?? {};
  const end = Math.max(retryAt, cache?.coldAt ?? 0);
  const now = useNow(end > Date.now() + skew) + skew;
  if (!live) {
    return null;
  }
  const isRetry = retryAt > now;
  const left = (isRetry ? retryAt : (cache?.coldAt ?? now)) - now;
  if (!isRetry && !cache) {
    return null;
  }
  const description = liveCallsText(live, now).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element says "a value with a name".
    <span
      role="group"
      class="live-meter"
      data-kind={isRetry ? 'retry' : left > 0 ? 'warm' : 'cold'}
      aria-label={isRetry ? l10n.t('Retry') : l10n.t('Cache')}
      aria-live="off"
      aria-description={description}
      title={description}
    >
      <span class="live-meter-name">{isRetry ? l10n.t('retry') : l10n.t('cache')}</span>{' '}
      <span class="live-meter-time">{left > 0 ? countdown(left) : l10n.t('cold')}</span>
    </span>
  );
}

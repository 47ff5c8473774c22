import * as l10n from '@vscode/l10n';
import type { Notice } from '../../src/contract/notices';
import { agentTitleOf } from '../store/agentTitle';
import { usePageState } from '../store/pageContext';
import { formatDuration } from '../ui/durations';
import { Icon } from '../ui/Icon';
import { useNow } from '../ui/useNow';

type RetryNotice = Extract<Notice, { kind: 'retrying' }>;

interface RetryRowProps {
  /** Time of the failed attempt, in milliseconds since 1970. */
  readonly at: number;
  readonly notice: RetryNotice;
}

/** Says why a request is repeated, and counts down to the next attempt. */
export function RetryRow({ at, notice }: RetryRowProps) {
  const { attempt, maxAttempts, delayMs, status } = notice;
  const agentTitle = usePageState(agentTitleOf);
  const skew = usePageState(state => state.clockSkew);
  const now = useNow(delayMs !== undefined);
  const left = Math.ceil((at + (delayMs ?? 0) - now - skew) / 1000);
  const why = reasonFor(status, agentTitle);
  const count =
    maxAttempts === undefined
      ? l10n.t('attempt {0}', attempt)
      : l10n.t('{0} of {1}', attempt, maxAttempts);
  return (
    <div class="item notice notice-warning">
      <Icon name="warning" />
      <span dir="auto">
        {delayMs === undefined || left < 1
          ? l10n.t('{0}. Retrying… ({1})', why, count)
          : l10n.t('{0}. Retrying in {1}… ({2})', why, formatDuration(left * 1000), count)}
      </span>
    </div>
  );
}

function reasonFor(status: number | undefined, agentTitle: string): string {
  switch (status) {
    case undefined:
      return l10n.t('The request failed');
    case 429:
      return l10n.t('Too many requests ({0})', status);
    case 529:
      return l10n.t('{0} is overloaded ({1})', agentTitle, status);
    default:
      return status >= 500
        ? l10n.t('{0} had a problem ({1})', agentTitle, status)
        : l10n.t('The request failed ({0})', status);
  }
}

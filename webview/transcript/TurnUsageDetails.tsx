import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/locale';
import type { Turn } from '../../src/contract/conversation';
import type { TokenCounts, TurnUsage } from '../../src/contract/usage';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { formatDuration } from '../ui/durations';
import { Icon } from '../ui/Icon';
import { roughCost } from '../ui/roughCost';

/** Time, cost, tokens and calls of a turn, behind the time it took. */
export function TurnUsageDetails({ turn }: { readonly turn: Turn }) {
  const { call } = useActions();
  const { durationMs, costUsd, usage } = turn;
  const cost = roughCost(costUsd);
  const time = durationMs === undefined ? undefined : formatDuration(durationMs);
  const rows: (readonly [string, string])[] = [
    ...(time === undefined ? [] : ([[l10n.t('Time'), time]] as const)),
    ...(cost === undefined ? [] : ([[l10n.t('Cost'), cost]] as const)),
    ...(usage ? usageRows(usage) : []),
  ];
  if (rows.length === 0) {
    return null;
  }
  // A moment says nothing.
  const isLong = durationMs !== undefined && durationMs >= 1000;
  return (
    <details class="turn-usage">
      <summary class="quiet" title={l10n.t('Time and usage of this turn')}>
        <Icon name="chevron-right" />
        <span class="turn-time">{isLong ? time : l10n.t('Usage')}</span>
      </summary>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {usage ? (
        <Button kind="link" onClick={() => void call('inspector.show', { turnId: turn.id })}>
          {l10n.t('Explain This Cost')}
        </Button>
      ) : null}
    </details>
  );
}

function usageRows({ main, all, apiMs, calls }: TurnUsage) {
  return [
    ...tokenRows(main),
    ...(all ? ([[l10n.t('With subagents and side calls'), together(all)]] as const) : []),
    ...(apiMs === undefined ? [] : ([[l10n.t('API time'), formatDuration(apiMs)]] as const)),
    ...(calls === undefined ? [] : ([[l10n.t('Model calls'), numberText(calls)]] as const)),
  ];
}

function tokenRows({ input, output, cacheWritten, cacheRead }: TokenCounts) {
  return [
    [l10n.t('Tokens in'), numberText(input)],
    [l10n.t('Tokens out'), numberText(output)],
    [l10n.t('Cache written'), numberText(cacheWritten)],
    [l10n.t('Cache read'), numberText(cacheRead)],
  ] as const;
}

function together({ input, output, cacheWritten, cacheRead }: TokenCounts): string {
  return l10n.t(
    '{0} in, {1} out; cache: {2} written, {3} read',
    ...[input, output, cacheWritten, cacheRead].map(count => numberText(count)),
  );
}

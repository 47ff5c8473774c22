import * as l10n from '@vscode/l10n';
import type { TokenCounts, TurnUsage } from '../../src/contract/events';
import type { TurnId } from '../../src/contract/ids';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { formatDuration } from '../ui/durations';

interface TurnUsageDetailsProps {
  readonly turnId: TurnId;
  readonly usage: TurnUsage;
  /** Duration and cost, as far as they are known. */
  readonly facts: readonly string[];
}

/** Tokens, time and calls of a turn, behind its duration and cost. */
export function TurnUsageDetails({ turnId, usage, facts }: TurnUsageDetailsProps) {
  const { call } = useActions();
  const { main, all, apiMs, calls } = usage;
  const rows: (readonly [string, string])[] = [
    ...tokenRows(main),
    ...(all ? ([[l10n.t('With subagents and side calls'), together(all)]] as const) : []),
    ...(apiMs === undefined ? [] : ([[l10n.t('API time'), formatDuration(apiMs)]] as const)),
    ...(calls === undefined ? [] : ([[l10n.t('Model calls'), number(calls)]] as const)),
  ];
  return (
    <details class="turn-usage">
      <summary class="quiet" title={l10n.t('Usage of this turn')}>
        {facts.length > 0 ? facts.join(' · ') : l10n.t('Usage')}
      </summary>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button kind="link" onClick={() => void call('inspector.show', { turnId })}>
        {l10n.t('Why did this cost that?')}
      </Button>
    </details>
  );
}

function tokenRows({ input, output, cacheWritten, cacheRead }: TokenCounts) {
  return [
    [l10n.t('Tokens in'), number(input)],
    [l10n.t('Tokens out'), number(output)],
    [l10n.t('Cache written'), number(cacheWritten)],
    [l10n.t('Cache read'), number(cacheRead)],
  ] as const;
}

function together({ input, output, cacheWritten, cacheRead }: TokenCounts): string {
  return l10n.t(
    '{0} in, {1} out; cache: {2} written, {3} read',
    ...[input, output, cacheWritten, cacheRead].map(number),
  );
}

function number(count: number): string {
  return count.toLocaleString('en');
}

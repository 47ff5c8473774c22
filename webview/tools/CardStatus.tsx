import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../src/contract/conversation';
import type { ToolStatus } from '../../src/contract/tools';
import { usePageState } from '../store/pageContext';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/Icon';
import { useNow } from '../ui/useNow';
import { durationOf } from './parts/plainText';

/** Status of a call as its card shows it. */
type Shown = ToolStatus | 'asks' | 'behind' | 'canceled';

const icons: Record<Shown, IconName> = {
  pending: 'circle-large',
  running: 'loading',
  done: 'check',
  failed: 'error',
  denied: 'circle-slash',
  interrupted: 'debug-stop',
  asks: 'bell',
  behind: 'circle-large',
  canceled: 'circle-slash',
};

const texts = (): Record<Shown, string> => ({
  pending: l10n.t('Preparing'),
  running: l10n.t('Running'),
  done: l10n.t('Done'),
  failed: l10n.t('Failed'),
  denied: l10n.t('Denied'),
  interrupted: l10n.t('Interrupted'),
  asks: l10n.t('Needs approval'),
  behind: l10n.t('Not started'),
  canceled: l10n.t('Canceled'),
});

interface CardStatusProps {
  readonly item: ToolItem;
  /** True if a prompt about this call waits for the user. */
  readonly asks: boolean;
  /** True if the agent asks about an earlier call before it begins this one. */
  readonly isBehind: boolean;
  /** True if a badge beside it says how the call ended. */
  readonly isSaid: boolean;
}

export function CardStatus({ item, asks, isBehind, isSaid }: CardStatusProps) {
  const { status } = item.call;
  const isUnsettled = status === 'pending' || status === 'running';
  if (isSaid && !isUnsettled) {
    return null;
  }
  const shown = asks && isUnsettled ? 'asks' : statusOf(item, isBehind);
  return (
    <span class="tool-status">
      <Icon name={icons[shown]} spin={shown === 'running'} />
      <span class={shown === 'done' ? 'sr-only' : undefined}>{texts()[shown]}</span>
      {shown === 'behind' ? null : <Elapsed item={item} isRunning={shown === 'running'} />}
    </span>
  );
}

function statusOf({ call: { status, neverBegan } }: ToolItem, isBehind: boolean): Shown {
  if (isBehind && status === 'running') {
    return 'behind';
  }
  return neverBegan ? 'canceled' : status;
}

function Elapsed({ item, isRunning }: { readonly item: ToolItem; readonly isRunning: boolean }) {
  const now = useNow(isRunning);
  const skew = usePageState(state => state.clockSkew);
  const known = item.progress?.durationMs ?? item.elapsedMs;
  // The clock skew is only measured now and then; the agent's own figure is a lower bound.
  const elapsed = isRunning
    ? Math.max(known ?? 0, now + skew - (item.runningAt ?? item.at))
    : known;
  return elapsed === undefined || elapsed < 1000 ? null : (
    <span class="tool-elapsed">{durationOf(elapsed)}</span>
  );
}

import * as l10n from '@vscode/l10n';
import { plural } from '../../../src/base/plural';
import type { LiveCalls } from '../../../src/contract/inspector/inspector';
import { countdown } from '../../../src/contract/labels/countdown';
import type { IconName } from '../../ui/glyphs';
import { Icon } from '../../ui/Icon';
import { useNow } from '../../ui/useNow';
import { shortCount, tokens } from '../parts/figures';

/** Calls that run, and what the page counts down: the next attempt, and the cache. */
export function LiveLine({ live }: { readonly live: LiveCalls | undefined }) {
  const now = useNow(live?.retryAt !== undefined || live?.cache !== undefined);
  if (!live) {
    return <div class="live" aria-live="off" />;
  }
  const { inFlight, tokensPerSecond, retryAt, cache } = live;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    <div class="live" role="group" aria-live="off" aria-label={l10n.t('Now')}>
      <Figure
        icon="pulse"
        isOn={inFlight > 0}
        text={
          inFlight === 0
            ? l10n.t('No call running')
            : plural(inFlight, {
                one: l10n.t('{0} call running', inFlight),
                other: l10n.t('{0} calls running', inFlight),
              })
        }
        short={String(inFlight)}
      />
      {tokensPerSecond === undefined ? null : (
        <span>{l10n.t('{0} tokens/s', Math.round(tokensPerSecond))}</span>
      )}
      {retryAt === undefined ? null : (
        <Figure
          icon="history"
          isOn
          text={
            retryAt > now
              ? l10n.t('retry in {0}', countdown(retryAt - now))
              : l10n.t('retry due now')
          }
          short={countdown(retryAt - now)}
        />
      )}
      {cache === undefined ? null : <CacheClock {...cache} now={now} />}
    </div>
  );
}

interface CacheClockProps {
  readonly coldAt: number;
  readonly tokens: number;
  readonly now: number;
}

function CacheClock({ coldAt, tokens: count, now }: CacheClockProps) {
  const isCold = coldAt <= now;
  const left = countdown(coldAt - now);
  return (
    <Figure
      icon="database"
      hint={
        isCold
          ? l10n.t('The next call must write {0} to the cache again', tokens(count))
          : l10n.t('After that, {0} must be written to the cache again', tokens(count))
      }
      text={
        isCold
          ? l10n.t('cache cold · {0} tokens', shortCount(count))
          : l10n.t('cache cold in {0} · {1} tokens', left, shortCount(count))
      }
      short={`${left} · ${shortCount(count)}`}
    />
  );
}

interface FigureProps {
  readonly icon: IconName;
  readonly text: string;
  /** Shown in its place where there is little room. */
  readonly short: string;
  readonly hint?: string;
  readonly isOn?: boolean;
}

function Figure({ icon, text, short, hint = text, isOn = false }: FigureProps) {
  return (
    <span title={hint} data-on={isOn}>
      <Icon name={icon} />
      <span class="live-long">{text}</span>
      <span class="live-short" aria-hidden="true">
        {short}
      </span>
    </span>
  );
}

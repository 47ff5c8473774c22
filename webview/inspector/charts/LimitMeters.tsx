import * as l10n from '@vscode/l10n';
import type { RateLimit } from '../../../src/contract/inspector/overview';
import { countdown } from '../../../src/contract/labels/countdown';
import { timeOfDay } from '../../../src/contract/labels/resetTime';
import { meterTone } from '../../ui/meterTone';
import { useNow } from '../../ui/useNow';
import { cutText, spokenName } from '../parts/cutText';
import { fullCount, fullTime, percent } from '../parts/figures';
import { ShortText } from '../parts/ShortText';
import { limitLabel } from './limitLabel';

/** More than the API reports. */
const mostLimits = 40;
const hour = 3_600_000;

/** Limits that the API reports in its headers, with the time until they are reset. */
export function LimitMeters({ limits }: { readonly limits: readonly RateLimit[] }) {
  const shown = limits.slice(0, mostLimits);
  const now = useNow(shown.some(({ resetsAt }) => resetsAt !== undefined));
  const title = l10n.t('Rate limits');
  return (
    <section class="figure" aria-label={title}>
      <header class="figure-head">
        <h2>{title}</h2>
      </header>
      {shown.length === 0 ? (
        <p class="quiet">{l10n.t('The API has reported no limits yet.')}</p>
      ) : (
        <ul class="limits">
          {shown.map((limit, at) => (
            <li key={at}>
              <Limit limit={limit} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Limit({ limit, now }: { readonly limit: RateLimit; readonly now: number }) {
  const { name, used, status, at } = limit;
  const label = cutText(limitLabel(name), 80);
  const text = limitText(limit, now);
  const tone = meterTone(used ?? 0);
  return (
    <div class={`limit meter-${tone}`} title={l10n.t('Reported {0}', fullTime(at))}>
      <span class="limit-name">
        <ShortText text={label} most={80} />
      </span>
      {used === undefined ? (
        <span />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a <meter> takes no colors of a theme.
        <span
          role="meter"
          class="limit-track"
          aria-label={spokenName(label)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(Math.max(0, Math.min(1, used)) * 100)}
          aria-valuetext={text}
        >
          <span class="meter-fill" style={{ width: `${Math.max(0, Math.min(1, used)) * 100}%` }} />
        </span>
      )}
      <span class="limit-text">
        {text}
        {status === undefined ? null : (
          <>
            {' · '}
            <ShortText text={statusText(status)} most={40} />
          </>
        )}
      </span>
    </div>
  );
}

/** Says a verdict of the API in words, as far as it is known. */
function statusText(status: string): string {
  switch (status) {
    case 'allowed_warning':
      return l10n.t('close to the limit');
    case 'rejected':
      return l10n.t('used up');
    default:
      return status;
  }
}

function limitText({ limit, remaining, used, resetsAt }: RateLimit, now: number): string {
  const texts: string[] = [];
  if (used !== undefined) {
    texts.push(l10n.t('{0} used', percent(used)));
  }
  if (remaining !== undefined && limit !== undefined) {
    texts.push(l10n.t('{0} of {1} left', fullCount(remaining), fullCount(limit)));
  } else if (remaining !== undefined) {
    texts.push(l10n.t('{0} left', fullCount(remaining)));
  }
  if (resetsAt !== undefined) {
    texts.push(resetText(resetsAt, now));
  }
  return texts.join(' · ');
}

function resetText(resetsAt: number, now: number): string {
  const left = resetsAt - now;
  if (left <= 0) {
    return l10n.t('already reset');
  }
  return left < hour
    ? l10n.t('resets in {0}', countdown(left))
    : l10n.t('resets at {0}', timeOfDay(resetsAt, now));
}

import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/locale';
import { plural } from '../../base/plural';
import type { LiveCalls } from '../inspector/inspector';
import { countdown } from './countdown';

/** Says all that is known of calls that run and of the cache, as sentences. */
export function liveCallsText(live: LiveCalls, now: number): readonly string[] {
  const { inFlight, tokensPerSecond, retryAt = 0, cache } = live;
  return [
    ...(retryAt > now
      ? [l10n.t('The failed call will be retried in {0}.', countdown(retryAt - now))]
      : []),
    ...(cache ? [cacheText(cache, now)] : []),
    ...(inFlight > 0
      ? [
          plural(inFlight, {
            one: l10n.t('1 call is running.'),
            other: l10n.t('{0} calls are running.', inFlight),
          }),
        ]
      : []),
    ...(tokensPerSecond === undefined
      ? []
      : [l10n.t('About {0} tokens per second.', Math.round(tokensPerSecond))]),
  ];
}

function cacheText({ coldAt, tokens }: NonNullable<LiveCalls['cache']>, now: number): string {
  const count = numberText(tokens);
  return coldAt > now
    ? l10n.t(
        'The cache goes cold in {0}. {1} tokens must be written again after that.',
        countdown(coldAt - now),
        count,
      )
    : l10n.t('The cache is cold. {0} tokens must be written again.', count);
}

import * as l10n from '@vscode/l10n';
import type { CallRow } from '../../../src/contract/inspector/callRows';
import { Icon } from '../../ui/Icon';
import { errorName } from '../parts/callText';
import { cutText, spokenName } from '../parts/cutText';
import { shortCount, tokens } from '../parts/figures';
import { ShortText } from '../parts/ShortText';

/** How a call ended: icon and text for what deserves attention, else what the API says. */
export function ResultCell({ row }: { readonly row: CallRow }) {
  const { error, status, isInFlight, lost, stopReason, tools } = row;
  if (error) {
    const hint = error.message === undefined ? undefined : spokenName(error.message, 500);
    return (
      <span class="result" data-tone="bad" title={hint}>
        <Icon name="error" />
        <ShortText text={errorName(error, status)} most={80} />
      </span>
    );
  }
  if (isInFlight) {
    return (
      <span class="result" data-tone="live">
        <Icon name="loading" spin />
        {l10n.t('running')}
      </span>
    );
  }
  return (
    <>
      {lost === undefined || lost === 0 ? null : (
        <span
          class="result"
          data-tone="warning"
          title={l10n.t('{0} had to be written to the cache again', tokens(lost))}
        >
          <Icon name="warning" />
          <span>{l10n.t('{0} lost from cache', shortCount(lost))}</span>
        </span>
      )}
      {stopReason === undefined ? null : (
        <span class="result-reason">
          <ShortText
            text={tools.length > 0 ? toolsText(stopReason, tools) : stopReason}
            most={80}
          />
        </span>
      )}
    </>
  );
}

function toolsText(stopReason: string, tools: readonly string[]): string {
  const names = tools.slice(0, 3).map(name => cutText(name, 30));
  const rest = tools.length > 3 ? ', …' : '';
  return `${stopReason} · ${names.join(', ')}${rest}`;
}

import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/locale';
import type { BlockPlace, CacheComparison, ModelCall } from '../../../../contract/modelCalls';

/** Says how a call ended, or that it is under way. */
export function outcomeText(call: ModelCall): string {
  const { end, error, status } = call;
  if (error) {
    return error.type ?? error.message ?? String(status ?? l10n.t('failed'));
  }
  return end === undefined ? l10n.t('under way') : endText(end, call);
}

function endText(end: NonNullable<ModelCall['end']>, { status, stopReason }: ModelCall): string {
  switch (end) {
    case 'complete':
      return stopReason ?? String(status ?? '');
    case 'clientClosed':
      return l10n.t('stopped');
    case 'upstreamFailed':
      return l10n.t('connection lost');
    case 'timedOut':
      return l10n.t('timed out');
    case 'refused':
      return l10n.t('no key');
  }
}

/** Says why tokens had to be written to the cache again; undefined if none were lost. */
export function lossText({ since }: NonNullable<ModelCall['cache']>): string | undefined {
  if (!since?.cause || since.lost === undefined) {
    return undefined;
  }
  const tokens = numberText(since.lost);
  switch (since.cause) {
    case 'changed':
      return l10n.t('{0} tokens were not read from the cache: {1}', tokens, changeText(since));
    case 'expired':
      return l10n.t('{0} tokens were not read from the cache: their time was over.', tokens);
    case 'unknown':
      return l10n.t(
        '{0} tokens were not read from the cache. Nothing in the request explains it.',
        tokens,
      );
  }
}

function changeText({ change, options }: CacheComparison): string {
  if (!change) {
    return l10n.t('{0} is different.', options.join(', '));
  }
  const where = placeText(change.place);
  const place = change.member === undefined ? where : `${where} (${change.member})`;
  switch (change.how) {
    case 'added':
      return l10n.t('{0} is new.', place);
    case 'removed':
      return l10n.t('{0} is missing.', place);
    case 'changed':
      return change.character === undefined
        ? l10n.t('{0} is different.', place)
        : l10n.t('{0} differs from character {1} on.', place, change.character + 1);
  }
}

function placeText({ part, index, block, name }: BlockPlace): string {
  switch (part) {
    case 'tools':
      return l10n.t('tool {0}', name ?? String(index + 1));
    case 'system':
      return l10n.t('block {0} of the system prompt', index + 1);
    case 'messages':
      return block === undefined
        ? l10n.t('message {0}', index + 1)
        : l10n.t('block {0} of message {1}', block + 1, index + 1);
  }
}

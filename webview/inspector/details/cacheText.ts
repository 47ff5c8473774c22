import * as l10n from '@vscode/l10n';
import type { BlockChange, CallCache } from '../../../src/contract/modelCalls';
import { cutText } from '../parts/cutText';
import { fullCount, shortTime, tokens } from '../parts/figures';
import { placeText } from '../parts/placeText';

/** Says what became of the cached prefix of the call before; undefined if nothing can be said. */
export function cacheText(cache: CallCache): { text: string; isLoss: boolean } | undefined {
  const { since } = cache;
  if (!since) {
    return undefined;
  }
  const { lost, expected, cause, elapsed } = since;
  if (lost === undefined || expected === 0) {
    return undefined;
  }
  if (lost === 0) {
    return {
      text: l10n.t('All {0} of the previous call were read from the cache.', tokens(expected)),
      isLoss: false,
    };
  }
  const what = l10n.t(
    '{0} of {1} had to be written to the cache again.',
    fullCount(lost),
    tokens(expected),
  );
  const why =
    cause === 'expired'
      ? l10n.t('The cache had expired: {0} had passed since its last use.', shortTime(elapsed))
      : cause === 'changed'
        ? changeText(since.change, since.options)
        : l10n.t('The cause is not known.');
  const reason =
    cache.apiReason === undefined
      ? ''
      : ` ${l10n.t('The API says: {0}', cutText(cache.apiReason, 200))}`;
  return { text: `${what} ${why}${reason}`, isLoss: true };
}

function changeText(change: BlockChange | undefined, options: readonly string[]): string {
  if (!change) {
    const names = options.slice(0, 5).map(name => cutText(name, 40));
    return l10n.t('Options of the request differ: {0}', names.join(', '));
  }
  const place = placeText(change.place);
  switch (change.how) {
    case 'added':
      return l10n.t('This part was added: {0}', place);
    case 'removed':
      return l10n.t('This part was removed: {0}', place);
    case 'changed':
      return change.member === undefined
        ? l10n.t('This part has changed: {0}', place)
        : l10n.t('This part has changed: {0}, in {1}', place, cutText(change.member, 60));
  }
}

import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type { CallFinding } from '../inspector/overview';

/** Says what a finding has found, in a title and a sentence with its figures. */
export function findingText(finding: CallFinding): { title: string; detail: string } {
  const subject = finding.subject ?? '';
  const tokens = (finding.tokens ?? 0).toLocaleString('en');
  const seconds = Math.round((finding.ms ?? 0) / 1000).toLocaleString('en');
  const times = finding.times ?? finding.calls.length;
  switch (finding.kind) {
    case 'cacheChanged':
      return {
        title: l10n.t('The cached prefix changed'),
        detail: l10n.t('{0} differs, so that {1} tokens were written again.', subject, tokens),
      };
    case 'cacheExpired':
      return {
        title: l10n.t('The cache expired during a pause'),
        detail: l10n.t('{0} tokens were written again.', tokens),
      };
    case 'unusedServer':
      return {
        title: l10n.t('The tools of {0} were not used', subject),
        detail: l10n.t('They add an estimated {0} tokens to each call.', tokens),
      };
    case 'repeatedRead':
      return {
        title: l10n.t('The same file was read several times'),
        detail: plural(times, {
          one: l10n.t('{0} was read {1} time.', subject, times),
          other: l10n.t('{0} was read {1} times.', subject, times),
        }),
      };
    case 'retryWait':
      return {
        title: l10n.t('A turn waited for retries'),
        detail: l10n.t('It waited {0} s.', seconds),
      };
    case 'largeResult':
      return {
        title: l10n.t('A large result stays in the context'),
        detail: l10n.t('A result of {0} has an estimated {1} tokens.', subject, tokens),
      };
    case 'sideCalls':
      return {
        title: l10n.t('Side calls are a large part of the cost'),
        detail: plural(times, {
          one: l10n.t('{0} call has used {1} tokens.', times, tokens),
          other: l10n.t('{0} calls have used {1} tokens.', times, tokens),
        }),
      };
    case 'failedCalls':
      return {
        title: l10n.t('Calls have failed'),
        detail: plural(times, {
          one: l10n.t('{0} call has failed.', times),
          other: l10n.t('{0} calls have failed.', times),
        }),
      };
    case 'cutOff':
      return {
        title: l10n.t('An answer was cut off'),
        detail: l10n.t('It reached the limit of {0} output tokens.', tokens),
      };
    case 'slowFirstToken':
      return {
        title: l10n.t('The first token was slow'),
        detail: l10n.t('It came after {0} s.', seconds),
      };
    case 'compaction':
      return {
        title: l10n.t('The conversation was compacted'),
        detail: l10n.t('{0} tokens were summarized.', tokens),
      };
    case 'contextFull':
      return {
        title: l10n.t('The context is nearly full'),
        detail: l10n.t('The last request had {0} tokens.', tokens),
      };
    case 'largeMemory':
      return {
        title: l10n.t('Memory files are a large part of the request'),
        detail: l10n.t('They have an estimated {0} tokens.', tokens),
      };
  }
}

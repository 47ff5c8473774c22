import * as l10n from '@vscode/l10n';
import type { TimelineSpan } from '../../../src/contract/inspector/overview';
import { cutText } from '../parts/cutText';
import { shortTime } from '../parts/figures';

/** Names a span, such as "Conversation" or "Bash". */
export function spanName(span: TimelineSpan): string {
  return span.kind === 'retryWait' ? l10n.t('Wait before a retry') : cutText(span.label, 80);
}

/** Says what kind of span it is. */
export function spanKind({ kind }: TimelineSpan): string {
  switch (kind) {
    case 'call':
      return l10n.t('Model call');
    case 'tool':
      return l10n.t('Tool');
    case 'retryWait':
      return l10n.t('Wait');
  }
}

/** Says all that is known of a span in one line. */
export function spanText(span: TimelineSpan, start: number): string {
  const texts = [spanName(span)];
  if (span.kind !== 'retryWait' && span.agent !== undefined) {
    texts.push(cutText(span.agent, 60));
  }
  texts.push(l10n.t('after {0}', shortTime(span.from - start)));
  texts.push(
    span.to === undefined
      ? l10n.t('still running')
      : l10n.t('took {0}', shortTime(span.to - span.from)),
  );
  if (span.kind === 'call' && span.firstToken !== undefined) {
    texts.push(l10n.t('first token after {0}', shortTime(span.firstToken - span.from)));
  }
  if (span.kind !== 'retryWait' && span.isFailed) {
    texts.push(l10n.t('failed'));
  }
  return texts.join(' · ');
}

import * as l10n from '@vscode/l10n';
import type { OfferedAnswer } from '../../../contract/prompts';
import { oneLine } from '../text/foreignText';
import type { AcpPermission } from '../wire/toolCall';

/** Most answers that are offered, and UTF-16 units of one. */
const mostAnswers = 20;
const longestAnswer = 120;

export interface Offered {
  readonly answers: readonly OfferedAnswer[];
  /** Agent's ids of the answers, by `index`. */
  readonly optionIds: readonly string[];
}

/** Converts the answers that an agent offers, in its order and words. */
export function offeredAnswers(options: AcpPermission['options']): Offered {
  const known = options
    .flatMap(({ optionId, name, kind }) => {
      const effect = effectOf(kind, optionId);
      return effect === undefined ? [] : [{ optionId, name, effect }];
    })
    .slice(0, mostAnswers);
  return {
    answers: known.map(({ name, effect }, index) => ({
      index,
      label: oneLine(name ?? '', longestAnswer) || words(effect),
      effect,
    })),
    optionIds: known.map(({ optionId }) => optionId),
  };
}

/** An answer of unknown kind is offered only if it cannot allow more than its name says. */
function effectOf(kind: string | undefined, id: string): OfferedAnswer['effect'] | undefined {
  switch (kind) {
    case 'allow_once':
      return 'allowOnce';
    case 'allow_always':
      return 'allowAlways';
    case 'reject_once':
      return 'rejectOnce';
    case 'reject_always':
      return 'rejectAlways';
    default:
      return /^(?:reject|deny|cancel|no)\b/i.test(id) ? 'rejectOnce' : undefined;
  }
}

function words(effect: OfferedAnswer['effect']): string {
  switch (effect) {
    case 'allowOnce':
      return l10n.t('Allow');
    case 'allowAlways':
      return l10n.t('Always Allow');
    case 'rejectOnce':
      return l10n.t('Deny');
    case 'rejectAlways':
      return l10n.t('Always deny');
  }
}

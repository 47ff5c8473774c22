import * as l10n from '@vscode/l10n';
import { numberText } from '../../src/base/locale';
import { plural } from '../../src/base/plural';
import { mostMatches } from '../../src/contract/find';
import { matchCount, positionOf } from './foundList';
import type { SearchState } from './search';

/** Says how many matches there are, and which one is shown, as VS Code's editor does. */
export function statusText({ query, found, current, phase, error }: SearchState): string {
  if (error !== undefined) {
    return l10n.t('The conversation could not be searched: {0}', error);
  }
  if (query.text === '' || phase === 'asked') {
    return '';
  }
  const count = matchCount(found);
  const number = numberText(count);
  if (phase === 'searching') {
    return count === 0
      ? l10n.t('Searching…')
      : plural(count, {
          one: l10n.t('{0} match so far…', number),
          other: l10n.t('{0} matches so far…', number),
        });
  }
  if (count === 0) {
    return l10n.t('No results');
  }
  const position = current ? numberText(positionOf(found, current)) : '?';
  return phase === 'cut'
    ? l10n.t('{0} of more than {1}', position, numberText(mostMatches))
    : l10n.t('{0} of {1}', position, number);
}

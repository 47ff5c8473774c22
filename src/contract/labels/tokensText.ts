import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/locale';
import { plural } from '../../base/plural';

/** Names an estimate within a text: "about 1,200 tokens". */
export function aboutTokens(tokens: number): string {
  return plural(tokens, {
    one: l10n.t('about 1 token'),
    other: l10n.t('about {0} tokens', numberText(tokens)),
  });
}

import * as l10n from '@vscode/l10n';
import type { AddressWarning } from '../elicitation';

/** Explains a warning. `{0}` stands for the name of the site as a browser may show it. */
export function addressWarning(kind: AddressWarning['kind']): string {
  switch (kind) {
    case 'otherAlphabet':
      return l10n.t(
        'The name of this site has letters that may look like others: {0}. Is it the right one?',
      );
    case 'userName':
      return l10n.t('The part before the @ is a user name. The site follows it.');
    case 'unencrypted':
      return l10n.t('The connection is not encrypted: others can read what you enter there.');
  }
}

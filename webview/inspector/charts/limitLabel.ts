import * as l10n from '@vscode/l10n';

/** Names a limit of the API's headers in words; one that is not known keeps its name. */
export function limitLabel(name: string): string {
  switch (name) {
    case 'unified-5h':
      return l10n.t('5-hour limit');
    case 'unified-7d':
      return l10n.t('Weekly limit');
    case 'requests':
      return l10n.t('Requests');
    case 'tokens':
      return l10n.t('Tokens');
    case 'input-tokens':
      return l10n.t('Input tokens');
    case 'output-tokens':
      return l10n.t('Output tokens');
    case 'retry-after':
      return l10n.t('Next attempt');
    default:
      return name;
  }
}

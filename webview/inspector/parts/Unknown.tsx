import * as l10n from '@vscode/l10n';

/** Stands for a figure that nobody has measured. */
export function Unknown() {
  return (
    <span class="unknown" title={l10n.t('Not known')}>
      <span aria-hidden="true">–</span>
      <span class="sr-only">{l10n.t('not known')}</span>
    </span>
  );
}

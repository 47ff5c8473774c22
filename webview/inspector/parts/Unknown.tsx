import * as l10n from '@vscode/l10n';

interface UnknownProps {
  /** True if it is known that there is none. */
  readonly isNone?: boolean;
}

/** Stands for a figure that nobody has measured, or that there is not. */
export function Unknown({ isNone = false }: UnknownProps) {
  return (
    <span class="unknown" title={isNone ? l10n.t('None') : l10n.t('Not known')}>
      <span aria-hidden="true">{'–'}</span>
      <span class="sr-only">{isNone ? l10n.t('none') : l10n.t('not known')}</span>
    </span>
  );
}

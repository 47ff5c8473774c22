import * as l10n from '@vscode/l10n';
import { Icon } from '../ui/Icon';
import { memo } from '../ui/memo';

/** Short row for data that Tandem does not recognize. */
export const UnknownRow = memo(function UnknownRow({ what }: { readonly what: string }) {
  return (
    <div class="item notice notice-unknown">
      <Icon name="question" />
      <span>{l10n.t('Not understood: {0}', what)}</span>
    </div>
  );
});

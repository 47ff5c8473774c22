import * as l10n from '@vscode/l10n';
import type { Drag } from './useDrop';

/** Says what a drop would do. */
export function DropOverlay({ drag }: { readonly drag: Drag }) {
  return (
    <div class="drop-overlay">
      <p>
        {drag.effect === 'mention'
          ? l10n.t('Drop to mention it in the message')
          : l10n.t('Drop to attach it to the message')}
      </p>
      {drag.needsShift ? (
        <p class="quiet">{l10n.t('Hold Shift; otherwise VS Code opens it in the editor')}</p>
      ) : null}
    </div>
  );
}

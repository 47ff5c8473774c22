import type { ComponentChildren } from 'preact';
import { Icon } from '../ui/Icon';

interface BusyButtonProps {
  readonly kind: 'primary' | 'secondary';
  /** True while nothing can be started. The focus stays, as it would not with `disabled`. */
  readonly isBlocked: boolean;
  /** True while its own action runs. */
  readonly isBusy: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** Button of an action that takes a while. */
export function BusyButton({ kind, isBlocked, isBusy, onClick, children }: BusyButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-disabled={isBlocked}
      aria-busy={isBusy}
      onClick={() => {
        if (!isBlocked) {
          onClick();
        }
      }}
    >
      {isBusy ? <Icon name="loading" spin /> : null}
      {children}
    </button>
  );
}

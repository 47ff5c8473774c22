import type { ComponentChildren } from 'preact';

interface PromptButtonProps {
  readonly children: ComponentChildren;
  readonly isPrimary?: boolean;
  /** Digit key for the same action. */
  readonly digit?: number | undefined;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
  /** True if the user has to do something else first; it then looks disabled, too. */
  readonly isBlocked?: boolean;
  /** True for the button that submits the form around it. */
  readonly isSubmit?: boolean;
  readonly onClick?: () => void;
}

/** Button that uses `aria-disabled` instead of `disabled`, so that it keeps the focus. */
export function PromptButton(props: PromptButtonProps) {
  const { children, isPrimary = false, digit, describedBy, onClick } = props;
  const { isDisabled = false, isBlocked = false, isSubmit = false } = props;
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={isPrimary ? 'prompt-button prompt-button-primary' : 'prompt-button'}
      aria-disabled={isDisabled}
      data-blocked={isBlocked ? '' : undefined}
      aria-describedby={describedBy}
      aria-keyshortcuts={digit === undefined ? undefined : `${digit}`}
      onClick={event => {
        if (isDisabled) {
          event.preventDefault();
        } else {
          onClick?.();
        }
      }}
    >
      <span>{children}</span>
      {digit === undefined ? null : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a keycap takes no focus; aria-keyshortcuts tells.
        <kbd class="prompt-digit" aria-hidden="true">
          {digit}
        </kbd>
      )}
    </button>
  );
}

import type { ComponentChildren } from 'preact';

interface PromptButtonProps {
  readonly children: ComponentChildren;
  /** Accessible name in the same words, where these are a promise to automation. */
  readonly label?: string;
  readonly isPrimary?: boolean;
  /** Digit key for the same action. */
  readonly digit?: number | undefined;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
  /** True if the user has to do something else first; it then looks disabled, too. */
  readonly isBlocked?: boolean;
  /** Set if the button unfolds something before it acts. */
  readonly isExpanded?: boolean;
  readonly onClick: () => void;
}

/** Button that uses `aria-disabled` instead of `disabled`, so that it keeps the focus. */
export function PromptButton(props: PromptButtonProps) {
  const { children, label, isPrimary = false, digit, describedBy, isExpanded, onClick } = props;
  const { isDisabled = false, isBlocked = false } = props;
  return (
    <button
      type="button"
      class={isPrimary ? 'prompt-button prompt-button-primary' : 'prompt-button'}
      aria-expanded={isExpanded}
      aria-disabled={isDisabled}
      data-blocked={isBlocked ? '' : undefined}
      aria-describedby={describedBy}
      aria-keyshortcuts={digit === undefined ? undefined : `${digit}`}
      onClick={() => {
        if (!isDisabled) {
          onClick();
        }
      }}
    >
      {label === undefined ? (
        <span>{children}</span>
      ) : (
        <>
          <span class="sr-only">{label}</span>
          <span aria-hidden="true">{children}</span>
        </>
      )}
      {digit === undefined ? null : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a keycap takes no focus; aria-keyshortcuts tells.
        <kbd class="prompt-digit" aria-hidden="true">
          {digit}
        </kbd>
      )}
    </button>
  );
}

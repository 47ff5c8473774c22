import type { ComponentChildren } from 'preact';

interface PromptButtonProps {
  readonly children: ComponentChildren;
  readonly isPrimary?: boolean;
  /** Digit key for the same action. */
  readonly digit?: number | undefined;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** Button that uses `aria-disabled` instead of `disabled`, so that it keeps the focus. */
export function PromptButton(props: PromptButtonProps) {
  const { children, isPrimary = false, digit, describedBy, isDisabled = false, onClick } = props;
  return (
    <button
      type="button"
      class={isPrimary ? 'prompt-button prompt-button-primary' : 'prompt-button'}
      aria-disabled={isDisabled}
      aria-describedby={describedBy}
      aria-keyshortcuts={digit === undefined ? undefined : `${digit}`}
      onClick={() => {
        if (!isDisabled) {
          onClick();
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

import { isComposing } from '../ui/isComposing';

interface FeedbackBoxProps {
  /** Accessible name. */
  readonly label: string;
  /** Text of the empty box; absent: the name. */
  readonly placeholder?: string;
  /** Tooltip. */
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Handles Enter outside of input method composition. Shift+Enter inserts a new line. */
  readonly onEnter: () => void;
}

/** Text box that grows with its content. */
export function FeedbackBox({
  label,
  placeholder = label,
  hint,
  value,
  onInput,
  onEnter,
}: FeedbackBoxProps) {
  return (
    <textarea
      class="prompt-words"
      rows={1}
      aria-label={label}
      title={hint}
      placeholder={placeholder}
      value={value}
      onInput={event => onInput(event.currentTarget.value)}
      onKeyDown={event => {
        if (isComposing(event) || event.key !== 'Enter') {
          return;
        }
        if (!event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey) {
          event.preventDefault();
          onEnter();
        }
      }}
    />
  );
}

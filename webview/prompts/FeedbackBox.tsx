import { isComposing } from '../ui/isComposing';

interface FeedbackBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Handles Enter outside of input method composition. Shift+Enter inserts a new line. */
  readonly onEnter: () => void;
}

/** Text box that grows with its content. */
export function FeedbackBox({ label, value, onInput, onEnter }: FeedbackBoxProps) {
  return (
    <textarea
      class="prompt-words"
      rows={1}
      aria-label={label}
      placeholder={label}
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

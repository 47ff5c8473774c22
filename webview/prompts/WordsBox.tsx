import { isComposing } from '../ui/isComposing';

interface WordsBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Enter, when no candidate of an input method is open. Shift+Enter makes a new line. */
  readonly onEnter: () => void;
}

/** A text box that grows with what is written. */
export function WordsBox({ label, value, onInput, onEnter }: WordsBoxProps) {
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

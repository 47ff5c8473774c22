/**
 * Inserts text at the caret as if typed, so that undo works. Without undo if the focus is elsewhere
 * in VS Code, from where it is not taken.
 */
export function insertText(input: HTMLTextAreaElement, text: string): void {
  const isHere = document.hasFocus();
  if (isHere) {
    input.focus();
  }
  // Deprecated, but still the only insertion that reaches a text field's undo stack.
  if (!isHere || !document.execCommand('insertText', false, text)) {
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

/** Inserts text as a step of its own for undo: a caret that has moved ends what was typed before. */
export function insertAlone(input: HTMLTextAreaElement, text: string): void {
  const { selectionStart, selectionEnd } = input;
  moveAway(input);
  input.setSelectionRange(selectionStart, selectionEnd);
  insertText(input, text);
  const end = input.selectionEnd;
  moveAway(input);
  input.setSelectionRange(end, end);
}

function moveAway(input: HTMLTextAreaElement): void {
  const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
  const other = isAtStart ? input.value.length : 0;
  input.setSelectionRange(other, other);
}

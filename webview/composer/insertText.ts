/** At the caret, as if typed: undo takes it back. */
export function insertText(input: HTMLTextAreaElement, text: string): void {
  input.focus();
  // Deprecated, and still the only insertion that the undo stack of a text field knows.
  if (!document.execCommand('insertText', false, text)) {
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

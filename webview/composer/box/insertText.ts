/** Inserts text at the caret as if typed, so that undo works. */
export function insertText(input: HTMLTextAreaElement, text: string): void {
  input.focus();
  // Deprecated, but still the only insertion that reaches a text field's undo stack.
  if (!document.execCommand('insertText', false, text)) {
    input.setRangeText(text, input.selectionStart, input.selectionEnd, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

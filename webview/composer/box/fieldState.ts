import type { BoxState } from '../../store/boxState';

/** Returns the state of a text field for a box that replaces it. */
export function fieldState(field: HTMLTextAreaElement): BoxState {
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  const isBackward = selectionDirection === 'backward';
  return {
    selection: {
      anchor: isBackward ? selectionEnd : selectionStart,
      head: isBackward ? selectionStart : selectionEnd,
    },
    hasFocus: document.activeElement === field,
    scrollTop,
  };
}

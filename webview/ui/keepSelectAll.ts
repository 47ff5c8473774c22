import { takesText } from './takesText';

/**
 * Keeps Select All in a text field from VS Code, which hears all keys of a webview and runs their
 * commands there a moment later: what was typed since would be selected, and then typed over.
 */
export function keepSelectAll(): void {
  // VS Code listens on the window, after the document.
  document.addEventListener('keydown', event => {
    if (isSelectAll(event) && takesText(event.target)) {
      event.stopPropagation();
    }
  });
}

function isSelectAll({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'a' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

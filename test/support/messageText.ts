import type { Locator } from 'playwright-core';

/**
 * Returns the text of a message box, plain or rich; a chip reads as its token. What is shown of a
 * dictation under way is no part of it.
 */
export function messageText(box: Locator): Promise<string> {
  return box.evaluate(element => {
    if (element instanceof HTMLTextAreaElement) {
      return element.value;
    }
    const text = (node: Node): string =>
      node instanceof HTMLElement && node.className === 'heard'
        ? ''
        : node instanceof HTMLElement && node.dataset.token !== undefined
          ? node.dataset.token
          : node instanceof Text
            ? node.data
            : [...node.childNodes].map(text).join('');
    return [...element.children].map(text).join('\n');
  });
}

/** Buttons that unfold parts of an item. */
const folds = [
  ...['.tool-toggle', '.thinking-toggle', '.tool-fold-title', '.tool-more'].map(
    name => `${name}[aria-expanded="false"]`,
  ),
  '.diff-more',
].join(',');

/**
 * Finds what folds away a part of an item.
 * @param isShort false if all matches are drawn; a long message is then cut at most
 * @returns function that unfolds it, with another one for the item as a whole
 */
export function nextFold(
  element: HTMLElement,
  isShort: boolean,
): ((unfoldItem: () => void) => void) | undefined {
  if (element.querySelector('.person-clamped')) {
    return unfoldItem => unfoldItem();
  }
  const fold = isShort
    ? [...element.querySelectorAll<HTMLElement>(folds)].find(one => isOwn(one, element))
    : undefined;
  return fold && (() => fold.click());
}

/** The card of a subagent contains other items. */
function isOwn(part: HTMLElement, element: HTMLElement): boolean {
  const inner = part.closest('.tool-inner');
  return !inner || inner === element || !element.contains(inner);
}

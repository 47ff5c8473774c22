/** Distance from the edges of the view, in px, at which a match is well in view. */
const margin = 12;

/** Scrolls the boxes within an item so that a range of it is not cut off by them. */
export function scrollInside(element: HTMLElement, range: Range): void {
  let box = range.startContainer.parentElement;
  while (box && box !== element) {
    if (isScrolled(box)) {
      const place = range.getBoundingClientRect();
      const view = box.getBoundingClientRect();
      if (place.top < view.top || place.bottom > view.bottom) {
        box.scrollTop += place.top - view.top - box.clientHeight / 3;
      }
      if (place.left < view.left || place.right > view.right) {
        box.scrollLeft += place.left - view.left - box.clientWidth / 3;
      }
    }
    box = box.parentElement;
  }
}

/**
 * Returns how far below the top of the view an item is to begin, in px, so that a range of it can be
 * seen: as it is, if it can be; without a range, as it is.
 */
export function offsetOf(element: HTMLElement, range?: Range): number | undefined {
  const view = element.closest('.scroller')?.getBoundingClientRect();
  if (!view) {
    return undefined;
  }
  const offset = element.getBoundingClientRect().top - view.top;
  const place = range?.getBoundingClientRect();
  if (!place) {
    return offset;
  }
  const top = document.querySelector('.find')?.getBoundingClientRect().bottom ?? view.top;
  const isSeen = place.top >= top + margin && place.bottom <= view.bottom - margin;
  return isSeen
    ? offset
    : Math.max(top - view.top + margin, view.height / 3) - (place.top - view.top - offset);
}

function isScrolled(box: HTMLElement): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = box;
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) {
    return false;
  }
  const { overflowX, overflowY } = getComputedStyle(box);
  return [overflowX, overflowY].some(value => value === 'auto' || value === 'scroll');
}

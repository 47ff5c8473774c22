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

/** Returns whether a range of an item can be seen, below the bar. */
export function isInView(element: HTMLElement, range: Range): boolean {
  const { top, bottom } = viewOf(element);
  const place = range.getBoundingClientRect();
  return place.top >= top + margin && place.bottom <= bottom - margin;
}

/**
 * Returns how far below the top of the view an item is to begin, in px, so that a range of it can be
 * seen: as it is, if it can be; without a range, as it is.
 */
export function offsetOf(element: HTMLElement, range?: Range): number {
  const { start, top, bottom } = viewOf(element);
  const place = element.getBoundingClientRect().top;
  if (!range || isInView(element, range)) {
    return place - start;
  }
  const inItem = range.getBoundingClientRect().top - place;
  return Math.max(top - start + margin, (bottom - start) / 3) - inItem;
}

/** Returns where the view starts, where its free part does, and where it ends. */
function viewOf(element: HTMLElement): { start: number; top: number; bottom: number } {
  const view = element.closest('.scroller')?.getBoundingClientRect();
  const { top: start = 0, bottom = innerHeight } = view ?? {};
  const bar = document.querySelector('.find')?.getBoundingClientRect();
  return { start, top: bar?.bottom ?? start, bottom };
}

function isScrolled(box: HTMLElement): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = box;
  if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) {
    return false;
  }
  const { overflowX, overflowY } = getComputedStyle(box);
  return [overflowX, overflowY].some(value => value === 'auto' || value === 'scroll');
}

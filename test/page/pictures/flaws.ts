import type { Page } from 'playwright-core';

/**
 * Returns what is cut off in the page: parts that are wider than the view, controls that lie partly
 * outside of it, and texts that end without an ellipsis or a fade. What can be scrolled into view is
 * not cut off.
 */
export function flawsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Rounding of subpixel layouts. */
    const slack = 1.5;
    const controls =
      'button, a[href], input, select, textarea, [role=button], [role=tab], [role=combobox]';
    const flaws = new Set<string>();
    const nameOf = (element: Element) => {
      const selector = (one: Element | null) =>
        one ? one.localName + [...one.classList].map(name => `.${name}`).join('') : '';
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      return `${selector(element.parentElement)} > ${selector(element)} “${text.slice(0, 40)}”`;
    };
    const isScrolled = (value: string) => value === 'auto' || value === 'scroll';
    const isClipped = (value: string) => value === 'hidden' || value === 'clip';
    const fades = (style: CSSStyleDeclaration) =>
      style.maskImage !== 'none' || style.webkitLineClamp !== 'none';
    const isForReadersOnly = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isHidden = style.clipPath !== 'none' || style.opacity === '0';
      return (isHidden || width <= 1 || height <= 1) && style.overflow !== 'visible'
        ? true
        : isHidden || isForReadersOnly(element.parentElement);
    };

    /** Looks whether a box is cut by what is around its element; says in which direction. */
    const cutOf = (box: DOMRect, start: Element, isText: boolean): string | undefined => {
      let hasSides = true;
      let hasEnds = true;
      for (let element: Element | null = start; element; element = element.parentElement) {
        const style = getComputedStyle(element);
        const isRoot = element === document.documentElement;
        const around = isRoot
          ? new DOMRect(0, 0, innerWidth, innerHeight)
          : element.getBoundingClientRect();
        const isEllipsis = isText && style.textOverflow !== 'clip';
        const isSoft = isText && (isEllipsis || fades(style));
        const isWide = box.left < around.left - slack || box.right > around.right + slack;
        const isHigh = box.top < around.top - slack || box.bottom > around.bottom + slack;
        if (isSoft && (isClipped(style.overflowX) || isRoot)) return undefined;
        if (hasSides && isScrolled(style.overflowX)) hasSides = false;
        if (hasEnds && isScrolled(style.overflowY)) hasEnds = false;
        if (hasSides && isWide && (isRoot || isClipped(style.overflowX))) return 'at its side';
        if (hasEnds && isHigh && (isRoot || isClipped(style.overflowY))) return 'at its end';
        // Only the view itself cuts what has a fixed place in it.
        if (style.position === 'fixed') {
          const isOut =
            box.left < -slack || box.right > innerWidth + slack || box.bottom > innerHeight + slack;
          return isOut && (hasSides || hasEnds) ? 'by the view' : undefined;
        }
      }
      return undefined;
    };

    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      flaws.add(`The page is ${root.scrollWidth - root.clientWidth} px wider than the view`);
    }
    for (const control of document.querySelectorAll(controls)) {
      const box = control.getBoundingClientRect();
      const isSeen = control.checkVisibility({ visibilityProperty: true });
      if (!isSeen || box.width <= 1 || box.height <= 1 || isForReadersOnly(control)) continue;
      const cut = control.parentElement ? cutOf(box, control.parentElement, false) : undefined;
      if (cut) flaws.add(`Control cut ${cut}: ${nameOf(control)}`);
    }
    const ruler = document.createElement('canvas').getContext('2d');
    const hinted = 'input[placeholder], textarea[placeholder]';
    for (const field of document.querySelectorAll<HTMLInputElement>(hinted)) {
      const style = getComputedStyle(field);
      const hint = getComputedStyle(field, '::placeholder');
      const isOneLine = field.localName === 'input' || hint.whiteSpace === 'nowrap';
      if (!ruler || !isOneLine || !field.checkVisibility()) continue;
      if (style.textOverflow !== 'clip' || field.value !== '') continue;
      ruler.font = style.font;
      const room =
        field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const { width } = ruler.measureText(field.placeholder);
      if (width > room + slack) flaws.add(`Hint cut: ${nameOf(field)}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || node.textContent?.trim() === '') continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (isForReadersOnly(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // The glyph of an icon may be larger than the box that shows a part of it.
      const boxes = element.matches('.icon')
        ? [element.getBoundingClientRect()]
        : range.getClientRects();
      for (const box of boxes) {
        const cut = box.width > 0 ? cutOf(box, element, true) : undefined;
        if (cut) flaws.add(`Text cut ${cut}: ${nameOf(element)}`);
      }
    }
    return [...flaws];
  });
}

import type { Page } from 'playwright-core';

/** Pairs of colors that VS Code itself paints on one another: a theme's own choice, not ours. */
const ownPairs = [
  ['button-foreground', 'button-background'],
  ['button-foreground', 'button-hoverBackground'],
  ['button-secondaryForeground', 'button-secondaryBackground'],
  ['badge-foreground', 'badge-background'],
  ['input-placeholderForeground', 'input-background'],
  ['list-activeSelectionForeground', 'list-activeSelectionBackground'],
  ['textPreformat-foreground', 'textPreformat-background'],
] as const;

/** Elements whose colors are data: programs choose them from the user's own terminal palette. */
const foreignColors = '[class*="ansi-"]';

/** Least contrast of text, and of icons and bars, as WCAG 2.1 asks for (1.4.3 and 1.4.11). */
const least = { text: 4.5, sign: 3 };

/**
 * Returns texts and signs that are too faint on what is really behind them, one line each. What
 * appears on hover only counts as shown; what is disabled does not count.
 */
export function weakContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate(findWeakContrasts, { ownPairs, foreignColors, least });
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Runs in the page, so it may use nothing from outside. */
function findWeakContrasts(rules: {
  ownPairs: readonly (readonly [string, string])[];
  foreignColors: string;
  least: { text: number; sign: number };
}): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, readonly [...Rgb, alpha: number]>();
  const parse = (color: string): readonly [...Rgb, alpha: number] => {
    const before = known.get(color);
    if (before || !canvas) {
      return before ?? [0, 0, 0, 0];
    }
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const parsed = [red, green, blue, alpha / 255] as const;
    known.set(color, parsed);
    return parsed;
  };
  const over = (color: string, behind: Rgb, opacity = 1): Rgb => {
    const [red, green, blue, alpha] = parse(color);
    const part = alpha * opacity;
    const mix = (top: number, below: number) => top * part + below * (1 - part);
    return [mix(red, behind[0]), mix(green, behind[1]), mix(blue, behind[2])];
  };
  const brightness = (color: Rgb): number => {
    const [red = 0, green = 0, blue = 0] = color.map(part => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one: Rgb, other: Rgb): number => {
    const [low = 0, high = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const opacityOf = (style: CSSStyleDeclaration) => Number(style.opacity) || 1;
  const behind = (element: Element | null): Rgb => {
    if (!element) {
      return [255, 255, 255];
    }
    const style = getComputedStyle(element);
    let result = over(style.backgroundColor, behind(element.parentElement), opacityOf(style));
    const layers = style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g);
    if (layers?.[0]) {
      result = over(layers[0], result, opacityOf(style));
    }
    return result;
  };
  const opacity = (element: Element | null): number =>
    element ? opacityOf(getComputedStyle(element)) * opacity(element.parentElement) : 1;
  const root = getComputedStyle(document.documentElement);
  const token = (name: string) => root.getPropertyValue(`--vscode-${name}`).trim();
  /** Returns the color of the nearest element that has one behind its text. */
  const layer = (element: Element | null): string => {
    const color = element ? getComputedStyle(element).backgroundColor : '#fff';
    return parse(color)[3] > 0 ? color : layer(element?.parentElement ?? null);
  };
  const isOwn = (front: string, element: Element) =>
    rules.ownPairs.some(([first, second]) => {
      const [one, two] = [token(first), token(second)];
      const isSame = (name: string, color: string) =>
        name !== '' && String(parse(name)) === String(parse(color));
      return isSame(one, front) && isSame(two, layer(element));
    });
  const place = (element: Element): string => {
    const own = element.getAttribute('class') ?? element.localName;
    const parent = element.parentElement?.getAttribute('class') ?? '';
    return `${parent} > ${own}`.replace(/\s+/g, ' ');
  };
  const found = new Map<string, number>();
  const judge = (element: Element, front: string, back: Rgb, needed: number, what: string) => {
    const value = ratio(over(front, back, opacity(element)), back);
    if (value < needed && !isOwn(front, element)) {
      const key = `${place(element)} (${what})`;
      found.set(key, Math.min(found.get(key) ?? value, value));
    }
  };
  const isLeftOut = (element: Element) =>
    element.closest(`.sr-only, :disabled, [aria-disabled="true"], ${rules.foreignColors}`) !==
      null || !element.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!element || text === '' || element.matches('script, style') || isLeftOut(element)) {
      continue;
    }
    const style = getComputedStyle(element);
    const isSign = element.classList.contains('icon');
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const needed = isSign || isLarge ? rules.least.sign : rules.least.text;
    const { parentElement: parent } = element;
    if (isSign && parent && parse(style.color)[3] === 0) {
      // The sign is drawn by its background.
      judge(parent, style.backgroundColor, behind(parent), needed, 'sign');
    } else {
      judge(element, style.color, behind(element), needed, isSign ? 'sign' : text.slice(0, 30));
    }
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (input.value === '' && input.placeholder && !isLeftOut(input)) {
      const { color } = getComputedStyle(input, '::placeholder');
      judge(input, color, behind(input), rules.least.text, 'placeholder');
    }
  }
  for (const bar of document.querySelectorAll('.meter-fill')) {
    if (!isLeftOut(bar)) {
      const { backgroundColor } = getComputedStyle(bar);
      judge(bar, backgroundColor, behind(bar.closest('.meter')), rules.least.sign, 'bar');
    }
  }
  return [...found].map(([key, value]) => `${value.toFixed(2)} ${key}`).sort();
}

import type { PageConfig } from '../../src/contract/calls';

/** Shows texts and code in the sizes that VS Code's own chat has; without them in the editor's. */
export function applyFontSizes({ fontSizes = {} }: PageConfig): void {
  const { style } = document.documentElement;
  for (const kind of ['text', 'code'] as const) {
    const size = fontSizes[kind];
    style.setProperty(`--${kind}-size`, typeof size === 'number' ? `${size}px` : '');
  }
}

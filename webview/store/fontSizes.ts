import type { PageState } from './pageState';
import type { Store } from './store';

/** Shows texts and code in the sizes that VS Code's own chat has; without them in the editor's. */
export function followFontSizes(store: Store<PageState>): void {
  let { fontSizes } = store.get().config;
  store.subscribe(() => {
    const { config } = store.get();
    if (config.fontSizes !== fontSizes) {
      fontSizes = config.fontSizes;
      apply(fontSizes ?? {});
    }
  });
}

function apply(sizes: NonNullable<PageState['config']['fontSizes']>): void {
  const { style } = document.documentElement;
  for (const kind of ['text', 'code'] as const) {
    const size = sizes[kind];
    style.setProperty(`--${kind}-size`, typeof size === 'number' ? `${size}px` : '');
  }
}

/** Selects a page that has started, as CSS: until then, its box takes text, but sends nothing. */
export const startedPage = 'main:not([aria-busy])';

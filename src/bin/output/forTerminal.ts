/**
 * Characters that move the cursor, give commands to a terminal, or show a text in another order than
 * it has. Line feeds and tabs are harmless.
 */
const acting = /(?!\r?\n|\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Spells out what would act on a terminal, as JSON does. */
export function forTerminal(text: string): string {
  return text.replaceAll(acting, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

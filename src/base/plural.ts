/** Texts by plural category; each is formatted already. See `Intl.PluralRules`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

let language = () => 'en';
/** Absent until a text needs them: the first ones cost milliseconds of a window's start. */
let rules: Intl.PluralRules | undefined;

/** @param spoken returns the language whose plural forms count from now on */
export function usePluralsOf(spoken: () => string): void {
  language = spoken;
  rules = undefined;
}

/**
 * Returns the form for a count. English needs `one` and `other`; a language with more categories
 * reads `other` for those.
 */
export function plural(count: number, forms: PluralForms): string {
  rules ??= new Intl.PluralRules(language());
  return forms[rules.select(count)] ?? forms.other;
}

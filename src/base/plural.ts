/** Texts by plural category; each is formatted already. See `Intl.PluralRules`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

let rules = new Intl.PluralRules('en');

/** Selects plural forms as in this language from now on. Call it together with `l10n.config`. */
export function usePluralsOf(language: string): void {
  rules = new Intl.PluralRules(language);
}

/**
 * Returns the form for a count. English needs `one` and `other`; a language with more categories
 * reads `other` for those.
 */
export function plural(count: number, forms: PluralForms): string {
  return forms[rules.select(count)] ?? forms.other;
}

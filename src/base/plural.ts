/** Texts by plural category; each is formatted already. See `Intl.PluralRules`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

let language = 'en';
/** Absent until a text needs them: the first ones cost milliseconds of a window's start. */
let rules: Intl.PluralRules | undefined;

/** Selects plural forms as in this language from now on. Call it together with `l10n.config`. */
export function usePluralsOf(wanted: string): void {
  language = wanted;
  rules = undefined;
}

/**
 * Returns the form for a count. English needs `one` and `other`; a language with more categories
 * reads `other` for those.
 */
export function plural(count: number, forms: PluralForms): string {
  rules ??= new Intl.PluralRules(language);
  return forms[rules.select(count)] ?? forms.other;
}

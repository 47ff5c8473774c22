import { isObject } from '../../src/base/json';
import type { FormEntries } from '../../src/contract/elicitation';
import type { SectionId } from '../../src/contract/sections';
import { recalledSections, rememberSections } from '../store/hostConnection';
import { type Owner, ownerKey } from './sectionContext';

/** VS Code destroys the page of a hidden tab; what was typed into its forms stays here. */
const forms = new Map<string, FormEntries>(recalledForms());
let section = '';

export function rememberSection(shown: SectionId): void {
  section = shown;
  save();
}

/** @param entries undefined when the form is closed */
export function rememberForm(owner: Owner, action: string, entries: FormEntries | undefined): void {
  const key = formKey(owner, action);
  if (entries) {
    forms.set(key, entries);
  } else {
    forms.delete(key);
  }
  save();
}

export function recallForm(owner: Owner, action: string): FormEntries | undefined {
  return forms.get(formKey(owner, action));
}

function formKey(owner: Owner, action: string): string {
  return `${ownerKey(owner)}/${action}`;
}

function save(): void {
  rememberSections({ section, forms: Object.fromEntries(forms) });
}

/** The state is this page's own, of whatever version. */
function recalledForms(): [string, FormEntries][] {
  const state = recalledSections();
  const known = isObject(state) && isObject(state.forms) ? state.forms : {};
  return Object.entries(known).flatMap(([key, entries]) =>
    Array.isArray(entries) ? [[key, entries as FormEntries] as [string, FormEntries]] : [],
  );
}

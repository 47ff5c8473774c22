import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormEntries } from '../../src/contract/elicitation';
import type { SectionId, SectionsInit } from '../../src/contract/sections';
import { rememberSection, type SectionHost } from '../store/hostConnection';
import { type Owner, ownerKey } from './sectionContext';

/** Section, row and unfinished forms, which the host keeps while the tab is hidden. */
export class TabMemory {
  private readonly forms: Map<string, FormEntries>;
  private section: SectionId;
  private row: string | undefined;

  constructor(
    private readonly host: Pick<SectionHost, 'call'>,
    { show, forms }: SectionsInit,
  ) {
    this.section = show.section;
    this.row = show.row;
    this.forms = new Map(Object.entries(forms));
  }

  show(section: SectionId): void {
    if (section !== this.section) this.row = undefined;
    this.section = section;
    // VS Code restores the tab at this section after a reload of the window.
    rememberSection(section);
    this.keep();
  }

  /** Remembers the row that has the focus: the user returns to it from a preview. */
  focused(row: string): void {
    if (row !== this.row) {
      this.row = row;
      this.keep();
    }
  }

  formOf(owner: Owner, action: string): FormEntries | undefined {
    return this.forms.get(formKey(owner, action));
  }

  /** @param entries undefined when the form is closed */
  setForm(owner: Owner, action: string, entries: FormEntries | undefined): void {
    const key = formKey(owner, action);
    if (entries) {
      this.forms.set(key, entries);
    } else {
      this.forms.delete(key);
    }
    this.keep();
  }

  private keep(): void {
    const forms = Object.fromEntries(this.forms);
    // The host does not answer when the tab is closed, and nothing is to be kept then.
    const { section, row } = this;
    const link = row === undefined ? { section } : { section, row };
    this.host.call('tab.keep', { ...link, forms }).catch(() => undefined);
  }
}

export const MemoryContext = createContext<TabMemory | undefined>(undefined);

export function useTabMemory(): TabMemory {
  const memory = useContext(MemoryContext);
  if (!memory) {
    throw new Error('A form of a section was drawn outside of the tab.');
  }
  return memory;
}

function formKey(owner: Owner, action: string): string {
  return `${ownerKey(owner)}/${action}`;
}

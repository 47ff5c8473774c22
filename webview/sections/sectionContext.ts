import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FieldProblems, FormEntries } from '../../src/contract/elicitation';
import type { SectionRequest } from '../../src/contract/sections';

/** Names the row, group or section that an action belongs to. */
export type Owner = Pick<SectionRequest, 'section' | 'group' | 'row'>;

export interface SectionActions {
  /**
   * Carries out an action, or previews it.
   * @returns what is wrong with the entries; undefined if nothing is
   */
  act(
    owner: Owner,
    action: string,
    input?: { entries: FormEntries; isPreview?: boolean },
  ): Promise<FieldProblems | undefined>;
  /** Shows where a row comes from. */
  open(owner: Owner): Promise<void>;
  /** Error of the last action of this owner. */
  errorOf(owner: Owner): string | undefined;
  /** Row that a link or a search led to. */
  readonly target: string | undefined;
}

export const SectionContext = createContext<SectionActions | undefined>(undefined);

export function useSectionActions(): SectionActions {
  const actions = useContext(SectionContext);
  if (!actions) {
    throw new Error('A part of a section was drawn outside of it.');
  }
  return actions;
}

export function ownerKey({ section, group = '', row = '' }: Owner): string {
  return JSON.stringify([section, group, row]);
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FieldProblems, FormEntries } from '../../src/contract/elicitation';
import type { SectionRequest } from '../../src/contract/sections';

/** Names the row, group or section that an action belongs to. */
export type Owner = Pick<SectionRequest, 'section' | 'group' | 'row'>;

/** `failed`: nothing was done, and the owner shows why, unless the same action is under way. */
type ActionEnd =
  | { readonly kind: 'done' | 'failed' }
  | { readonly kind: 'invalid'; readonly problems: FieldProblems };

export interface SectionActions {
  /** Carries out an action, or previews it. */
  act(
    owner: Owner,
    action: string,
    input?: { entries?: FormEntries; isPreview?: boolean },
  ): Promise<ActionEnd>;
  /** Shows where a row comes from. */
  open(owner: Owner): Promise<void>;
  /** Error of the last action of this owner. */
  errorOf(owner: Owner): string | undefined;
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

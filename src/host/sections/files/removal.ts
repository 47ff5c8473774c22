import type { SectionAction } from '../../../contract/sections';

/** Action that removes something from a file, which can be shown before it is done. */
export function removal(id: 'remove' | 'reset', label: string): SectionAction {
  return { id, label, kind: 'danger', canPreview: true };
}

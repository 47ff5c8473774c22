import type { InspectorLink } from '../../../contract/inspector/inspector';

/** Sentence that says what was done, and where to look now. Empty if the user declined. */
export interface ActionResult {
  readonly text: string;
  readonly show?: InspectorLink;
  /** Set if nothing comes of it yet: what the user can do about that, if anything. */
  readonly failing?: { readonly remedy: 'profile' | undefined };
}

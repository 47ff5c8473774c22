import type { InspectorLink } from '../../../contract/inspector/inspector';

/** Sentence that says what was done, and where to look now. Empty if the user declined. */
export interface ActionResult {
  readonly text: string;
  readonly show?: InspectorLink;
}

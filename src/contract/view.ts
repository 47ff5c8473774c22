import type { ImageMediaType } from './content';
import type { PromptId } from './ids';
import type { PromptDraft } from './prompts';

export interface ImageUpload {
  readonly name: string;
  readonly mediaType: ImageMediaType;
  /** Base64. */
  readonly data: string;
}

/** What is in the composer. */
export interface Draft {
  readonly text: string;
  readonly images: readonly ImageUpload[];
}

/** Survives the page: where it was scrolled to, what was unfolded, what was begun in a card. */
export interface ViewState {
  /** Item at the top of the view and its offset in px; absent: at the bottom. */
  readonly anchor?: { readonly key: string; readonly offset: number };
  readonly expanded: readonly string[];
  /** Of prompts that wait. */
  readonly promptDrafts?: readonly StoredPromptDraft[];
}

interface StoredPromptDraft extends PromptDraft {
  readonly promptId: PromptId;
}

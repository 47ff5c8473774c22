import type { PromptId } from './ids';
import type { PromptDraft } from './prompts';

/** State that outlives the page: scroll position, expanded items, and unsent input in cards. */
export interface ViewState {
  /** Item at the top of the view and its offset in px; absent: at the bottom. */
  readonly anchor?: { readonly key: string; readonly offset: number };
  readonly expanded: readonly string[];
  /** Drafts of waiting prompts. */
  readonly promptDrafts?: readonly StoredPromptDraft[];
}

interface StoredPromptDraft extends PromptDraft {
  readonly promptId: PromptId;
}

import type { PromptId } from '../../src/contract/ids';
import type { PromptDraft } from '../../src/contract/prompts';
import { useActions, usePageState } from '../store/pageContext';

const nothing: PromptDraft = {};

/** Reads and changes the unfinished input of a card; it outlives the page. */
export function usePromptDraft(
  id: PromptId,
): [draft: PromptDraft, change: (change: PromptDraft) => void] {
  const actions = useActions();
  const draft = usePageState(state => state.promptDrafts.get(id));
  return [draft ?? nothing, change => actions.changePromptDraft(id, change)];
}

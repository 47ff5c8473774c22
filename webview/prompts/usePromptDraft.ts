import type { PromptId } from '../../src/contract/ids';
import type { PromptDraft } from '../../src/contract/prompts';
import { useActions, usePageState } from '../store/context';

const nothing: PromptDraft = {};

/** What was entered into a card so far; it survives the page. */
export function usePromptDraft(
  id: PromptId,
): [draft: PromptDraft, change: (change: PromptDraft) => void] {
  const actions = useActions();
  const draft = usePageState(state => state.promptDrafts.get(id));
  return [draft ?? nothing, change => actions.changePromptDraft(id, change)];
}

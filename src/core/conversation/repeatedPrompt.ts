import { deepEqual } from '../../base/json';
import type { CallPrompt, Suggestion } from '../../contract/prompts';
import type { PermissionAnswer } from '../../protocol/agentSource';

/**
 * Carries a decision over to a repetition of its prompt. Suggestions are named by their place, and
 * another process may offer others: only those on the answered card are applied.
 */
export function carriedOver(
  decision: PermissionAnswer,
  from: CallPrompt,
  to: CallPrompt,
): PermissionAnswer {
  if (decision.kind !== 'allow') {
    return decision;
  }
  const apply = decision.apply.flatMap(({ index, ...rest }) => {
    const chosen = suggestionsOf(from).find(one => one.index === index);
    const same = suggestionsOf(to).find(one => deepEqual({ ...one, index }, chosen));
    return same ? [{ ...rest, index: same.index }] : [];
  });
  return { ...decision, apply };
}

function suggestionsOf(prompt: CallPrompt): readonly Suggestion[] {
  return prompt.kind === 'permission' ? prompt.suggestions : [];
}

import { deepEqual } from '../../base/json';
import type { CallPrompt, OfferedAnswer, Suggestion } from '../../contract/prompts';
import type { PermissionAnswer } from '../../protocol/agentSource';

/**
 * Carries a decision over to a repetition of its prompt. Suggestions are named by their place, and
 * another process may offer others: only those on the answered card are applied. The same goes for a
 * foreign agent's answers.
 * @returns undefined if the repetition does not offer the answer that was taken
 */
export function carriedOver(
  decision: PermissionAnswer,
  from: CallPrompt,
  to: CallPrompt,
): PermissionAnswer | undefined {
  if (decision.kind !== 'allow') {
    return decision;
  }
  const { offered: index } = decision;
  const taken = offeredBy(from).find(one => one.index === index);
  if (taken) {
    const again = offeredBy(to).find(
      ({ label, effect }) => label === taken.label && effect === taken.effect,
    );
    return again && { ...decision, offered: again.index };
  }
  const apply = decision.apply.flatMap(({ index, ...rest }) => {
    const chosen = suggestionsOf(from).find(one => one.index === index);
    const same = suggestionsOf(to).find(one => deepEqual({ ...one, index }, chosen));
    return same ? [{ ...rest, index: same.index }] : [];
  });
  return { ...decision, apply };
}

function offeredBy(prompt: CallPrompt): readonly OfferedAnswer[] {
  return (prompt.kind === 'permission' && prompt.offered) || [];
}

function suggestionsOf(prompt: CallPrompt): readonly Suggestion[] {
  return prompt.kind === 'permission' ? prompt.suggestions : [];
}

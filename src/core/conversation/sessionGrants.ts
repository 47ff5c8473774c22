import type { CallPrompt } from '../../contract/prompts';
import type { SessionGrants } from '../../protocol/agentLauncher';
import type { PermissionAnswer } from '../../protocol/agentSource';

const none: SessionGrants = { rules: [], directories: [] };

/** Adds the grants that an answer gives for the rest of the conversation to the previous ones. */
export function withAnswer(
  before: SessionGrants | undefined,
  prompt: CallPrompt,
  answer: PermissionAnswer,
): SessionGrants | undefined {
  if (answer.kind !== 'allow' || prompt.kind !== 'permission') {
    return before;
  }
  let { rules, directories } = before ?? none;
  for (const { index, destination } of answer.apply) {
    const suggestion = prompt.suggestions.find(one => one.index === index);
    if (suggestion && (destination ?? suggestion.destination) === 'session') {
      rules = suggestion.type === 'addRules' ? union(rules, suggestion.rules) : rules;
      directories =
        suggestion.type === 'addDirectories'
          ? union(directories, suggestion.directories)
          : directories;
    }
  }
  return rules.length > 0 || directories.length > 0 ? { rules, directories } : before;
}

function union(before: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...before, ...more])];
}

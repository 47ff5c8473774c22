import type { Prompt } from '../../contract/prompts';
import type { SessionGrants } from '../../protocol/agentLauncher';
import type { PermissionAnswer } from '../../protocol/agentSource';

const none: SessionGrants = { rules: [], directories: [] };

/** Adds the grants that an answer gives for the rest of the conversation to the previous ones. */
export function withAnswer(
  before: SessionGrants | undefined,
  prompt: Prompt,
  answer: PermissionAnswer,
): SessionGrants | undefined {
  if (answer.kind !== 'allow' || prompt.kind !== 'permission') {
    return before;
  }
  let { rules, directories } = before ?? none;
  for (const { index, destination } of answer.apply) {
    const given = prompt.suggestions.find(one => one.index === index);
    if (given && (destination ?? given.destination) === 'session') {
      rules = given.type === 'addRules' ? union(rules, given.rules) : rules;
      directories =
        given.type === 'addDirectories' ? union(directories, given.directories) : directories;
    }
  }
  return rules.length > 0 || directories.length > 0 ? { rules, directories } : before;
}

function union(before: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...before, ...more])];
}

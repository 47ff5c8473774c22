import type { CommandTable } from '../commands/command';
import type { CommitMessages } from './commitMessages';
import type { PullRequests } from './pullRequests';

export interface GitTextCommandDeps {
  readonly messages: CommitMessages;
  readonly pullRequests: PullRequests;
}

/** Commands that write texts about changes. */
export function gitTextCommands({ messages, pullRequests }: GitTextCommandDeps) {
  return {
    'tandem.commitMessage.generate': target => messages.generate(target),
    'tandem.commitMessage.stop': () => messages.stop(),
    'tandem.pullRequest.draft': base => pullRequests.draft(base),
  } satisfies Partial<CommandTable>;
}

import { pickBase, pickCommits } from '../changeSets/pickScope';
import type { CommandTable } from '../commands/command';
import type { CodeReview } from './codeReview';
import type { FindingActions } from './findingActions';

export interface ReviewRunCommandDeps {
  readonly review: CodeReview;
  readonly actions: FindingActions;
}

/** Commands that start a review, and those on its findings. */
export function reviewRunCommands({ review, actions }: ReviewRunCommandDeps) {
  return {
    'tandem.review.changes': () => review.review(async () => ({ kind: 'uncommitted' })),
    'tandem.review.branch': given =>
      review.review(async read => {
        const base = await pickBase(read, given);
        return base === undefined ? undefined : { kind: 'branch', base };
      }),
    'tandem.review.commits': (oldest, newest) =>
      review.review(read => pickCommits(read, oldest, newest)),
    'tandem.review.addToChat': target => actions.addToChat(target),
    'tandem.review.apply': target => actions.applySuggestion(target),
    'tandem.review.dismiss': (target, reason) => actions.dismiss(target, reason),
    'tandem.review.dismissed': () => actions.manageDismissed(),
    'tandem.review.clear': () => actions.clear(),
  } satisfies Partial<CommandTable>;
}

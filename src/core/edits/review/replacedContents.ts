import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Contents } from './contents';
import type { StoredContent } from './reviewRecord';

/**
 * Stores what a decision replaces or leaves.
 * @throws UserError `change.storeFull` in words for somebody who is just deciding; else as `keep`
 */
export async function keepForDecision(
  contents: Contents,
  ...args: Parameters<Contents['keep']>
): Promise<StoredContent> {
  try {
    return await contents.keep(...args);
  } catch (error) {
    if (error instanceof UserError && error.code === 'change.storeFull') {
      throw new UserError(
        'change.storeFull',
        l10n.t(
          'What a file contains is stored before it is replaced, but the store is full. Raise the setting tandem.baselines.maxSizeMegabytes, or keep the changes of older conversations, so that their contents can be removed.',
        ),
        { cause: error },
      );
    }
    throw error;
  }
}

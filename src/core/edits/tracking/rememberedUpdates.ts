import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { ChannelReview } from '../review/channelReview';
import type { FileChange, StoredContent } from '../review/reviewRecord';
import type { Baselines } from '../store/baselines';
import { describeChange } from './describeChange';
import type { Snapshot } from './snapshots';

/** Newest changes to restore: each is read and compared again. */
const mostRemembered = 300;

/** Restores the conversation's file updates as they were reported when its calls ended. */
export async function rememberedUpdates(
  review: ChannelReview,
  baselines: Pick<Baselines, 'get'>,
): Promise<readonly FileUpdate[]> {
  const updates: FileUpdate[] = [];
  for (const change of review.record.changes.slice(-mostRemembered)) {
    const { toolId, path, via, isUncertain } = change;
    if (toolId) {
      updates.push({
        toolId,
        path,
        ...(await described(change, baselines)),
        ...(via ? { via } : {}),
        ...(isUncertain ? { isUncertain } : {}),
      });
      // Each comparison takes milliseconds and nothing waits for the result.
      await nextTurn();
    }
  }
  return updates;
}

async function described({ old, new: now }: FileChange, baselines: Pick<Baselines, 'get'>) {
  const [before, after] = await Promise.all([old, now].map(one => restored(one, baselines)));
  const gone: Snapshot = {
    kind: 'unknown',
    reason: l10n.t('Its recorded content is no longer kept.'),
  };
  return describeChange(before ?? gone, after ?? gone);
}

async function restored(
  content: StoredContent,
  baselines: Pick<Baselines, 'get'>,
): Promise<Snapshot | undefined> {
  if (!content) {
    return { kind: 'absent' };
  }
  const bytes = await baselines.get(content.ref);
  return bytes && { kind: 'kept', content, bytes };
}

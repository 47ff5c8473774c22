import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ReviewSummary } from '../../contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { ChannelReview } from '../../core/edits/review/channelReview';
import type { FileView } from '../../core/edits/review/fileView';
import type { Operation } from '../../core/edits/review/reviewRecord';
import type { Reviews } from '../../core/edits/review/reviews';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';

/** Informs each conversation of its pending changes. */
export function followReviews(
  list: Pick<ChangeList, 'all' | 'onChanged'>,
  registry: Pick<ChannelRegistry, 'all' | 'get' | 'onChanged'>,
  reviews: Pick<Reviews, 'get' | 'onChanged'>,
): Disposable {
  const store = new DisposableStore();
  /** Recalculated with the list only: conversations change with each event. */
  let summaries: ReadonlyMap<ChannelId, ReviewSummary> | undefined;
  const undoneBy = new WeakMap<Operation, readonly ToolCallId[]>();
  const undoneIn = (review: ChannelReview | undefined): readonly ToolCallId[] => {
    const newest = review?.record.operations.at(-1);
    if (!newest) {
      return [];
    }
    const undone = undoneBy.get(newest) ?? callsUndoneBy(newest);
    undoneBy.set(newest, undone);
    return undone;
  };
  const tell = (channel: Channel) => {
    summaries ??= summariesOf(list.all);
    const summary = summaries.get(channel.id) ?? nothing;
    const review = reviews.get(channel.id);
    const undone = undoneIn(review);
    const kept = review?.record.kept ?? [];
    channel.reviews.show({
      ...summary,
      ...(undone.length > 0 ? { undone } : {}),
      ...(kept.length > 0 ? { kept } : {}),
    });
  };
  store.add(
    list.onChanged(() => {
      summaries = undefined;
      for (const channel of registry.all) {
        tell(channel);
      }
    }),
  );
  store.add(registry.onChanged(tell));
  store.add(
    reviews.onChanged(({ channel, paths }) => {
      // With paths, the list is different as well, but only later.
      const known = paths.length === 0 ? registry.get(channel) : undefined;
      if (known) {
        tell(known);
      }
    }),
  );
  return store;
}

/** Calls whose changes an undo took back, as far as nothing of them waits again. */
function callsUndoneBy({ files }: Operation): readonly ToolCallId[] {
  const calls = files.flatMap(({ reviewBefore, reviewAfter }) =>
    (reviewBefore?.tools ?? []).filter(call => !reviewAfter?.tools.includes(call)),
  );
  return [...new Set(calls)];
}

const nothing: ReviewSummary = { files: 0, added: 0, removed: 0, tools: [] };

function summariesOf(all: ChangeList['all']): ReadonlyMap<ChannelId, ReviewSummary> {
  const byChannel = new Map<ChannelId, FileView[]>();
  for (const view of all) {
    const { channelId } = view.channel.record;
    const views = byChannel.get(channelId) ?? [];
    views.push(view);
    byChannel.set(channelId, views);
  }
  return new Map([...byChannel].map(([id, views]) => [id, summaryOf(views)]));
}

function summaryOf(views: ChangeList['all']): ReviewSummary {
  return {
    files: views.length,
    added: views.reduce((sum, { added }) => sum + added, 0),
    removed: views.reduce((sum, { removed }) => sum + removed, 0),
    tools: [...new Set(views.flatMap(({ review }) => review.tools))],
  };
}

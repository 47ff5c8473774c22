import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ReviewSummary } from '../../contract/events';
import type { Channel } from '../../core/conversation/channel';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';

/** Informs each conversation of its pending changes. */
export function followReviews(
  list: Pick<ChangeList, 'all' | 'onChanged'>,
  registry: Pick<ChannelRegistry, 'all' | 'onChanged'>,
): Disposable {
  const store = new DisposableStore();
  const tell = (channel: Channel) => channel.reviews.show(summaryOf(list.all, channel));
  store.add(
    list.onChanged(() => {
      for (const channel of registry.all) {
        tell(channel);
      }
    }),
  );
  store.add(registry.onChanged(tell));
  return store;
}

function summaryOf(all: ChangeList['all'], { id }: Channel): ReviewSummary {
  const views = all.filter(({ channel }) => channel.record.channelId === id);
  return {
    files: views.length,
    added: views.reduce((sum, { added }) => sum + added, 0),
    removed: views.reduce((sum, { removed }) => sum + removed, 0),
    tools: [...new Set(views.flatMap(({ review }) => review.tools))],
  };
}

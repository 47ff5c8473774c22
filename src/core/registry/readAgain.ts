import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Channel } from '../conversation/channel';
import type { ChannelRegistry } from './channelRegistry';

/**
 * Reads conversations of Claude Code again when it turns out that they are stored elsewhere.
 * @param onMoved fires when the place is certain, and another one was named before
 */
export function readAgain(
  registry: Pick<ChannelRegistry, 'all' | 'onChanged'>,
  onMoved: Event<void>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  let known: WeakSet<Channel> | undefined;
  const read = (channel: Channel) => {
    if (known && !known.has(channel) && channel.record.source === undefined) {
      known.add(channel);
      channel.restorer
        .reload()
        .catch((error: unknown) => log.warn('What is stored', { error: messageOf(error) }));
    }
  };
  // Conversations that are being restored at that moment come from the former place, too.
  store.add(registry.onChanged(read));
  store.add(
    onMoved(() => {
      known = new WeakSet();
      registry.all.forEach(read);
    }),
  );
  return store;
}

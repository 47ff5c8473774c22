import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Channel } from '../../core/conversation/channel';
import type { Reviews } from '../../core/edits/review/reviews';

/** Keeps the title under which changes are listed that of their conversation. */
export function followTitles(
  reviews: Pick<Reviews, 'get'>,
  onChanged: Event<Pick<Channel, 'id' | 'title'>>,
  log: Log,
): Disposable {
  return onChanged(({ id, title }) => {
    const review = reviews.get(id);
    if (review && review.record.title !== title) {
      review
        .rename(title)
        .catch((error: unknown) =>
          log.warn('The title of a review was not stored', { error: messageOf(error) }),
        );
    }
  });
}

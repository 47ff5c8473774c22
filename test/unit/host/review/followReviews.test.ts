import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import type { ReviewSummary } from '../../../../src/contract/fileUpdates';
import type { ChannelId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { ChannelReview } from '../../../../src/core/edits/review/channelReview';
import type { ReviewsChanged } from '../../../../src/core/edits/review/reviews';
import { followReviews } from '../../../../src/host/review/followReviews';
import { reviewOf, viewOf } from './fileViews';

function bed(
  ids: readonly string[],
  undone: Readonly<Record<string, readonly string[]>> = {},
  kept?: readonly string[],
) {
  const shown = new Map<string, ReviewSummary>();
  const all = ids.map(id => {
    const reviews: Partial<Channel['reviews']> = { show: summary => void shown.set(id, summary) };
    const some = { id: id as ChannelId, reviews: reviews as Channel['reviews'] };
    return some as Partial<Channel> as Channel;
  });
  const [listed, opened] = [new Emitter<ReadonlySet<string>>(), new Emitter<Channel>()];
  const views = [
    viewOf('/a', reviewOf('c'), { before: '1\n', after: '1\n2\n' }, ['t1', 't2']),
    viewOf('/b', reviewOf('c'), { before: '1\n', after: 'A\n' }, ['t2']),
    viewOf('/a', reviewOf('d'), { before: '1\n', after: '' }, ['t3']),
  ];
  const looks = { count: 0, undone: 0 };
  const list = {
    get all() {
      looks.count += 1;
      return views;
    },
    onChanged: listed.event,
  };
  const records = new Map(
    Object.entries(undone).map(([id, tools]) => {
      const operation = {
        get files() {
          looks.undone += 1;
          return [{ reviewBefore: { tools } }];
        },
      };
      return [id, { record: { operations: [operation], kept } } as unknown as ChannelReview];
    }),
  );
  const stored = new Emitter<ReviewsChanged>();
  const reviews = { get: (id: ChannelId) => records.get(id), onChanged: stored.event };
  const get = (id: ChannelId) => all.find(one => one.id === id);
  const following = followReviews(list, { all, get, onChanged: opened.event }, reviews);
  return { all, shown, listed, opened, stored, following, views, looks };
}

const ofC = { files: 2, added: 2, removed: 1, tools: ['t1', 't2'] };
const nothing = { files: 0, added: 0, removed: 0, tools: [] };

test('each conversation is told of its own changes, and of having none', () => {
  const { shown, listed, following } = bed(['c', 'd', 'e']);
  listed.fire(new Set(['/a']));
  expect(Object.fromEntries(shown)).toEqual({
    c: ofC,
    d: { files: 1, added: 0, removed: 1, tools: ['t3'] },
    e: nothing,
  });
  shown.clear();
  following.dispose();
  listed.fire(new Set(['/a']));
  expect(shown.size).toBe(0);
});

test('a conversation that has just opened is told alone', () => {
  const { all, shown, opened } = bed(['c', 'e']);
  const [first] = all;
  if (first) {
    opened.fire(first);
  }
  expect(Object.fromEntries(shown)).toEqual({ c: ofC });
});

test('the changes are summed up once, however often conversations change', () => {
  const { all, shown, listed, opened, views, looks } = bed(['c', 'd'], { c: ['t9'] });
  for (const channel of [...all, ...all, ...all]) {
    opened.fire(channel);
  }
  expect(looks).toEqual({ count: 1, undone: 1 });
  views.pop();
  listed.fire(new Set(['/a']));
  expect(looks.count).toBe(2);
  expect(shown.get('d')).toEqual(nothing);
});

test('a conversation is told which calls its newest undo took back', () => {
  const { shown, listed } = bed(['c', 'e'], { c: ['t9', 't9'], e: ['t8'] });
  listed.fire(new Set(['/a']));
  expect(shown.get('c')).toEqual({ ...ofC, undone: ['t9'] });
  expect(shown.get('e')).toEqual({ ...nothing, undone: ['t8'] });
});

test('a conversation is told which calls were kept, also when its record alone has changed', () => {
  const { shown, stored } = bed(['c', 'd'], { c: ['t8'] }, ['t9']);
  const channel = 'c' as ChannelId;
  // The list follows, and with it the news.
  stored.fire({ channel, paths: ['/a'] });
  expect(shown.size).toBe(0);
  stored.fire({ channel, paths: [] });
  expect(Object.fromEntries(shown)).toEqual({ c: { ...ofC, undone: ['t8'], kept: ['t9'] } });
});

import { expect, test } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { ChannelId } from '../../../../src/contract/ids';
import { followTitles } from '../../../../src/host/review/followTitles';

test('changes are listed under the present title of their conversation', async () => {
  const renamed: string[] = [];
  const warnings: string[] = [];
  const review = {
    record: { title: 'Old' },
    rename: async (title: string) => {
      renamed.push(title);
      throw new Error('The disk is full.');
    },
  };
  const changed = new Emitter<{ id: ChannelId; title: string }>();
  const reviews = { get: (id: string) => (id === 'a' ? review : undefined) };
  const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
  const following = followTitles(reviews as never, changed.event, log);
  changed.fire({ id: 'a' as ChannelId, title: 'Old' });
  changed.fire({ id: 'b' as ChannelId, title: 'New' });
  expect(renamed).toEqual([]);
  changed.fire({ id: 'a' as ChannelId, title: 'New' });
  await new Promise(resolve => setImmediate(resolve));
  expect(renamed).toEqual(['New']);
  expect(warnings).toHaveLength(1);
  following.dispose();
  changed.fire({ id: 'a' as ChannelId, title: 'Newer' });
  expect(renamed).toEqual(['New']);
});

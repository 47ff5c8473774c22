import { expect, it } from 'vitest';
import type { ChannelId } from '../../../../src/contract/ids';
import { CalmTitle } from '../../../../src/host/chat/calmTitle';
import { FakeClock } from '../../node/fakeClock';

const [one, two] = ['one', 'two'] as unknown as readonly [ChannelId, ChannelId];

function titled() {
  const shown: (string | undefined)[] = [];
  const clock = new FakeClock();
  const title = new CalmTitle(text => shown.push(text), clock);
  return { shown, clock, title };
}

it('shows the title of another conversation at once', () => {
  const { shown, title } = titled();
  title.set(one, 'First');
  title.set(two, 'Second');
  title.set(undefined, undefined);
  title.set(two, 'Second');
  expect(shown).toEqual(['First', 'Second', undefined, 'Second']);
});

it('shows the newest title of the same conversation a little later, and once', () => {
  const { shown, clock, title } = titled();
  title.set(one, undefined);
  for (const text of ['a', 'b', 'c']) {
    title.set(one, text);
    clock.advance(200);
  }
  expect(shown).toEqual([undefined, 'c']);
  clock.advance(10_000);
  expect(shown).toEqual([undefined, 'c']);
});

it('forgets a title that waits when another conversation is shown, or at its end', () => {
  const { shown, clock, title } = titled();
  title.set(one, 'First');
  title.set(one, 'Renamed');
  title.set(two, 'Second');
  clock.advance(10_000);
  expect(shown).toEqual(['First', 'Second']);
  title.set(two, 'Third');
  title.dispose();
  clock.advance(10_000);
  expect(shown).toEqual(['First', 'Second']);
});

it('shows nothing more after its end', () => {
  const { shown, clock, title } = titled();
  title.set(one, 'First');
  title.dispose();
  title.set(one, 'Renamed');
  title.set(two, 'Second');
  title.showNow();
  clock.advance(10_000);
  expect(shown).toEqual(['First']);
});

it('shows what waits when it is asked to', () => {
  const { shown, clock, title } = titled();
  title.set(one, 'First');
  title.set(one, 'Renamed');
  title.showNow();
  clock.advance(10_000);
  expect(shown).toEqual(['First', 'Renamed']);
});

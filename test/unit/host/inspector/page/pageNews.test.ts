import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { silentLog } from '../../../../../src/base/log';
import type { InspectorSubject } from '../../../../../src/contract/inspector/inspector';
import { PageNews } from '../../../../../src/host/inspector/page/pageNews';
import type { Subject } from '../../../../../src/host/inspector/subjects/subject';
import { FakeClock } from '../../../node/fakeClock';

let clock: FakeClock;
let changed: Emitter<string>;
let listChanged: Emitter<void>;
let list: readonly InspectorSubject[];
let sent: unknown[][];
let arrived: Promise<void>;
let arrive: () => void;
let news: PageNews;

beforeEach(() => {
  clock = new FakeClock();
  [changed, listChanged] = [new Emitter(), new Emitter()];
  list = [{ id: 'one', kind: 'conversation', title: 'One' }];
  sent = [];
  expectMore();
  const subject: Partial<Subject> = { live: async () => ({ inFlight: 1 }) };
  news = new PageNews({
    subjects: {
      ...{ onChanged: changed.event, onListChanged: listChanged.event, list: async () => list },
      of: async id => {
        if (id === 'cleared') throw new Error('These calls are no longer kept.');
        return subject as Subject;
      },
    },
    peer: {
      send: (...event) => {
        sent.push(event);
        arrive();
      },
    },
    ...{ clock, log: silentLog },
  });
});
afterEach(() => news.dispose());

function expectMore(): void {
  arrived = new Promise(resolve => {
    arrive = resolve;
  });
}

it('tells of changes together, at most four times a second', async () => {
  changed.fire('one');
  changed.fire('two');
  changed.fire('one');
  expect(clock.waiting).toEqual([250]);
  clock.advance(250);
  await arrived;
  expect(sent).toEqual([
    ['inspector.changed', { subject: 'one' }],
    ['inspector.changed', { subject: 'two' }],
  ]);
});

it('reports live what happens in the subject that is shown, and only there', async () => {
  news.follow('one');
  changed.fire('one');
  clock.advance(250);
  await arrived;
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(['inspector.live', { subject: 'one', live: { inFlight: 1 } }]);
  changed.fire('two');
  clock.advance(250);
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]).toEqual(['inspector.changed', { subject: 'two' }]);
});

it('sends the list also when the subject that is shown was cleared', async () => {
  news.follow('cleared');
  changed.fire('cleared');
  listChanged.fire();
  clock.advance(250);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(['inspector.subjects', { subjects: list }]);
});

it('sends the list of subjects only if it differs', async () => {
  listChanged.fire();
  clock.advance(250);
  await arrived;
  expect(sent).toEqual([['inspector.subjects', { subjects: list }]]);
  listChanged.fire();
  clock.advance(250);
  expectMore();
  list = [{ id: 'one', kind: 'conversation', title: 'Renamed' }];
  listChanged.fire();
  clock.advance(250);
  await arrived;
  expect(sent.slice(1)).toEqual([['inspector.subjects', { subjects: list }]]);
});

it('says that the recording has changed, and leaves no timer behind', async () => {
  const switched = new Emitter<void>();
  news.addSource(switched.event);
  switched.fire();
  expect(clock.waiting).toEqual([]);
  news.follow('one');
  switched.fire();
  expect(clock.waiting).toEqual([250]);
  news.dispose();
  expect(clock.waiting).toEqual([]);
});

it('asks the page to look again at what it shows when that has become a conversation', async () => {
  news.follow('one');
  listChanged.fire();
  clock.advance(250);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toEqual(['inspector.changed', { subject: 'one' }]);
});

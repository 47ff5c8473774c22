import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { CallLogs } from '../../../../../src/host/gateway/callLogs';
import { LiveReports } from '../../../../../src/host/inspector/live/liveReports';
import { FakeClock } from '../../../node/fakeClock';

const one = 'one' as ChannelId;
const two = 'two' as ChannelId;

let clock: FakeClock;
let logs: CallLogs;
let open: Awaited<ReturnType<CallLogs['opener']>>;
let reports: LiveReports;
let fired: ChannelId[];
let isBlind: boolean;

beforeEach(async () => {
  clock = new FakeClock();
  logs = new CallLogs({ isOpen: () => true, log: silentLog });
  open = await logs.opener();
  [fired, isBlind] = [[], false];
  reports = new LiveReports({ calls: logs, isBlind: () => isBlind, clock });
  reports.onChanged(channel => fired.push(channel));
});
afterEach(() => {
  reports.dispose();
  logs.dispose();
});

let id = 0;

function begin(channel: ChannelId) {
  id += 1;
  const request = { id, method: 'POST', path: '/v1/messages', headers: {}, at: clock.now() };
  const observer = open(channel).observe(request);
  return observer ?? expect.fail();
}

it('counts calls in flight of observed conversations', () => {
  expect(reports.of(one)).toBeUndefined();
  begin(one);
  begin(one);
  expect(reports.of(one)).toMatchObject({ inFlight: 2 });
  expect(reports.of(two)).toBeUndefined();
});

it('says nothing while an agent runs whose calls nobody sees', () => {
  begin(one);
  isBlind = true;
  expect(reports.of(one)).toBeUndefined();
});

it('reports at once, then at most once a second for each conversation', () => {
  begin(one);
  begin(one);
  begin(one);
  expect(fired).toEqual([one]);
  begin(two);
  expect(fired).toEqual([one, two]);
  clock.advance(1_000);
  expect(fired).toEqual([one, two, one]);
  clock.advance(5_000);
  expect(fired).toEqual([one, two, one]);
  expect(clock.waiting).toEqual([]);
  begin(one);
  expect(fired).toEqual([one, two, one, one]);
});

it('leaves no timer behind', () => {
  begin(one);
  reports.dispose();
  expect(clock.waiting).toEqual([]);
});

import { expect, it } from 'vitest';
import type { TimelineSpan } from '../../../../../src/contract/inspector/overview';
import { lanesOf } from '../../../../../webview/inspector/timeline/lanes';

const call = (key: string, from: number, to: number | undefined, agent?: string): TimelineSpan => ({
  ...{ kind: 'call', key, label: key, from, isFailed: false },
  ...(to === undefined ? {} : { to }),
  ...(agent === undefined ? {} : { agent }),
});
const tool = (id: string, from: number, to: number, agent?: string): TimelineSpan => ({
  ...{ kind: 'tool', id, label: id, from, to, isFailed: false },
  ...(agent === undefined ? {} : { agent }),
});
const timeline = (spans: readonly TimelineSpan[]) => ({
  ...{ turn: 0, from: 0, to: 100, omitted: 0, spans },
});
const names = (spans: readonly TimelineSpan[]) =>
  lanesOf(timeline(spans)).map(({ kind, agent, isFirst, spans: own }) => [
    `${agent ?? '-'} ${kind}${isFirst ? '' : ' more'}`,
    own.map(({ span }) => (span.kind === 'tool' ? span.id : span.key)).join(' '),
  ]);

it('puts the conversation first, then subagents as they started, each with its tools below', () => {
  const spans = [
    tool('grep', 40, 50, 'beta'),
    call('b', 20, 30, 'beta'),
    call('a', 30, 60, 'alpha'),
    call('main', 0, 10),
    tool('task', 10, 70),
  ];
  expect(names(spans)).toEqual([
    ['- calls', 'main'],
    ['- tools', 'task'],
    ['beta calls', 'b'],
    ['beta tools', 'grep'],
    ['alpha calls', 'a'],
  ]);
});

it('divides what overlaps into lines, and fills each again when it is free', () => {
  const spans = [tool('a', 0, 50), tool('b', 10, 30), tool('c', 30, 40), tool('d', 50, 60)];
  expect(names(spans)).toEqual([
    ['- tools', 'a d'],
    ['- tools more', 'b c'],
  ]);
});

it('puts a wait with the calls of the agent whose call failed', () => {
  const spans: TimelineSpan[] = [
    call('x', 0, 5, 'alpha'),
    { kind: 'retryWait', key: 'x', from: 5, to: 20 },
  ];
  expect(names(spans)).toEqual([['alpha calls', 'x x']]);
});

it('ends what still runs with the turn, and never before it began', () => {
  const [lane] = lanesOf(timeline([call('open', 40, undefined), call('odd', 120, undefined)]));
  expect(lane?.spans.map(({ from, to }) => [from, to])).toEqual([
    [40, 100],
    [120, 120],
  ]);
});

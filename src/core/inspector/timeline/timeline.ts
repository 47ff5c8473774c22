import type { CallRow, InspectedCall } from '../../../contract/inspector/callRows';
import type { Timeline, TimelineSpan } from '../../../contract/inspector/overview';
import type { CallHistory, ToolRun } from '../../../contract/inspector/recordedCall';
import { callKindLabel } from '../../../contract/labels/modelCallText';
import { isFailed } from '../../../contract/modelCalls';
import { agentName } from '../rows/callRow';
import { retryWaits } from '../turns/retryWaits';

const mostSpans = 500;

/**
 * Puts a turn on a time axis, in order of time.
 * @param turn place of the turn; absent: the newest one with calls
 * @returns undefined if no call belongs to the turn
 */
export function timeline(history: CallHistory, turn?: number): Timeline | undefined {
  const places = [...new Set(history.calls.flatMap(call => call.turn ?? []))].sort(
    (one, other) => one - other,
  );
  const place = turn ?? places.at(-1);
  if (place === undefined || !places.includes(place)) {
    return undefined;
  }
  const calls = history.calls.filter(call => call.turn === place);
  const all = [
    ...calls.map(callSpan),
    ...history.tools.filter(tool => tool.turn === place).map(toolSpan),
    ...waitSpans(calls),
  ];
  const previous = places.findLast(other => other < place);
  const next = places.find(other => other > place);
  const kept = longest(all);
  const facts = history.turns.find(other => other.turn === place);
  const times = all.flatMap(({ from, to }) => [from, ...(to === undefined ? [] : [to])]);
  const ends = facts?.endedAt === undefined ? times : [...times, facts.endedAt];
  return {
    turn: place,
    from: smallest(facts ? [...times, facts.startedAt] : times),
    to: largest(ends),
    spans: kept,
    omitted: all.length - kept.length,
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  };
}

function callSpan({ key, call, unknown }: InspectedCall): TimelineSpan {
  const { kind, agent, startedAt, firstTokenAt, endedAt } = call;
  const name = agent && agentName(agent);
  const hasToken = firstTokenAt !== undefined && !unknown.includes('timing');
  return {
    kind: 'call',
    key,
    label: labelOf(kind, name),
    from: startedAt,
    isFailed: isFailed(call),
    ...(hasToken ? { firstToken: Math.max(startedAt, firstTokenAt) } : {}),
    ...(endedAt === undefined ? {} : { to: Math.max(startedAt, endedAt) }),
    ...(name === undefined ? {} : { agent: name }),
  };
}

function labelOf(kind: CallRow['kind'], agent: string | undefined): string {
  return kind === 'subagent' && agent !== undefined ? agent : callKindLabel(kind);
}

function toolSpan({
  id,
  name,
  startedAt,
  endedAt,
  isFailed: failed,
  agent,
}: ToolRun): TimelineSpan {
  return {
    kind: 'tool',
    id,
    label: name,
    from: startedAt,
    isFailed: failed,
    ...(endedAt === undefined ? {} : { to: Math.max(startedAt, endedAt) }),
    ...(agent === undefined ? {} : { agent }),
  };
}

function waitSpans(calls: readonly InspectedCall[]): TimelineSpan[] {
  return retryWaits(calls)
    .filter(({ from, to }) => to > from)
    .map(({ next, from, to }) => ({ kind: 'retryWait', key: next.key, from, to }));
}

/** Keeps the longest spans, those that still run first, in order of time. */
function longest(spans: readonly TimelineSpan[]): TimelineSpan[] {
  const lengthOf = ({ from, to }: TimelineSpan) => (to ?? Number.POSITIVE_INFINITY) - from;
  const kept =
    spans.length <= mostSpans
      ? spans
      : [...spans]
          .sort((one, other) => compared(lengthOf(other), lengthOf(one)))
          .slice(0, mostSpans);
  return [...kept].sort((one, other) => one.from - other.from);
}

/** Infinity minus itself would be no number. */
function compared(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function smallest(times: readonly number[]): number {
  return times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
}

function largest(times: readonly number[]): number {
  return times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
}

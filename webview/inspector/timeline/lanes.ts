import type { Timeline, TimelineSpan } from '../../../src/contract/inspector/overview';

/** Spans of one kind and one agent that lie in one line without overlapping. */
export interface Lane {
  readonly kind: 'calls' | 'tools';
  /** Subagent; absent for the conversation itself. */
  readonly agent?: string;
  /** False for a further line of the same kind and agent. */
  readonly isFirst: boolean;
  readonly spans: readonly PlacedSpan[];
}

export interface PlacedSpan {
  readonly span: TimelineSpan;
  readonly from: number;
  /** The end of the turn for what still runs. */
  readonly to: number;
}

/** Puts the spans of a turn into lines: the conversation first, then each subagent as it started. */
export function lanesOf({ spans, to: end }: Timeline): Lane[] {
  const agentOf = new Map(
    spans.flatMap(span => (span.kind === 'call' ? [[span.key, span.agent] as const] : [])),
  );
  const groups = new Map<string, { kind: Lane['kind']; agent?: string; spans: PlacedSpan[] }>();
  const sorted = spans
    .map(span => ({ span, from: span.from, to: Math.max(span.from, span.to ?? end) }))
    .sort((a, b) => a.from - b.from);
  for (const placed of sorted) {
    const { span } = placed;
    const kind = span.kind === 'tool' ? 'tools' : 'calls';
    const agent = span.kind === 'retryWait' ? agentOf.get(span.key) : span.agent;
    const id = JSON.stringify([agent ?? null, kind]);
    const group = groups.get(id) ?? { kind, spans: [], ...(agent === undefined ? {} : { agent }) };
    group.spans.push(placed);
    groups.set(id, group);
  }
  const rank = (agent: string | undefined) => (agent === undefined ? 0 : 1);
  const starts = new Map<string | undefined, number>();
  for (const { agent, spans: own } of groups.values()) {
    starts.set(agent, Math.min(starts.get(agent) ?? Number.POSITIVE_INFINITY, own[0]?.from ?? 0));
  }
  return [...groups.values()]
    .sort(
      (a, b) =>
        rank(a.agent) - rank(b.agent) ||
        (starts.get(a.agent) ?? 0) - (starts.get(b.agent) ?? 0) ||
        (a.agent ?? '').localeCompare(b.agent ?? '') ||
        a.kind.localeCompare(b.kind),
    )
    .flatMap(({ spans: own, ...group }) =>
      apart(own).map((line, at) => ({ ...group, isFirst: at === 0, spans: line })),
    );
}

/** Divides spans, which are in order, into lines in which none begins before another one ends. */
function apart(spans: readonly PlacedSpan[]): PlacedSpan[][] {
  const lines: PlacedSpan[][] = [];
  for (const span of spans) {
    const line = lines.find(one => (one.at(-1)?.to ?? 0) <= span.from);
    if (line) {
      line.push(span);
    } else {
      lines.push([span]);
    }
  }
  return lines;
}

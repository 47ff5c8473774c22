import type {
  CallComparison,
  CallDetails,
  PartRef,
  PartText,
  RequestPart,
  RequestSection,
  ResponseEvent,
} from '../../../src/contract/inspector/callDetails';
import type { CallRow, InspectedCall } from '../../../src/contract/inspector/callRows';
import type { BlockPlace } from '../../../src/contract/modelCalls';

/** Call behind a row, with what the gateway knows of it. */
function inspectedOf(row: CallRow, at = 1): InspectedCall {
  const {
    key,
    source,
    kind,
    agent,
    model = 'claude-opus-5',
    startedAt,
    firstToken,
    duration,
  } = row;
  const isTimed = !row.unknown.includes('timing');
  return {
    ...{ key, source, unknown: row.unknown, hasBodies: row.hasBodies },
    ...(row.turn === undefined ? {} : { turn: row.turn }),
    ...(row.cost ? { cost: row.cost } : {}),
    call: {
      ...{ id: at, kind, rule: kind === 'main' ? 'clientTools' : 'noRule', model, stream: true },
      ...(agent === undefined ? {} : { agent: { name: agent } }),
      ...{ startedAt, retry: row.retry, effort: 'high' },
      ...(isTimed && firstToken !== undefined ? { firstTokenAt: startedAt + firstToken } : {}),
      ...(isTimed && duration !== undefined ? { endedAt: startedAt + duration } : {}),
      ...(row.isInFlight ? {} : { end: 'complete' as const }),
      ...(row.usage ? { usage: row.usage } : {}),
      ...(row.stopReason === undefined ? {} : { stopReason: row.stopReason }),
      ...(row.status === undefined ? {} : { status: row.status }),
      ...(row.error ? { error: row.error } : {}),
      ...{ requestId: `req_011CU${at}`, messageId: `msg_01A${at}` },
      cache: {
        breakpoints: [],
        since: {
          ...{ previous: at - 1, elapsed: 8_200, expected: 32_880, options: [], expired: [] },
          lost: row.lost ?? 0,
          ...(row.lost
            ? {
                cause: 'changed' as const,
                change: {
                  how: 'added' as const,
                  place: { part: 'tools' as const, index: 3, name: 'mcp__docs__search' },
                  wasCached: true,
                },
              }
            : {}),
        },
      },
    },
  };
}

function part(place: BlockPlace, type: string, tokens: number, preview: string): RequestPart {
  return { place, type, bytes: Math.round(tokens * 3.7), estimatedTokens: tokens, preview };
}

function section(
  kind: RequestSection['kind'],
  parts: readonly RequestPart[],
  server?: string,
): RequestSection {
  return {
    ...{ kind, parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) },
    estimatedTokens: parts.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
    ...(server === undefined ? {} : { server }),
  };
}

const tools = ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Task', 'WebFetch', 'Write'];

const sections: readonly RequestSection[] = [
  section('ownTools', [
    ...tools.map((name, index) => ({
      ...part({ part: 'tools', index, name }, 'tool', 600 + index * 290, `${name}: a tool`),
      name,
    })),
  ]),
  section(
    'serverTools',
    ['search', 'fetch'].map((name, at) => ({
      ...part({ part: 'tools', index: 8 + at, name: `mcp__docs__${name}` }, 'tool', 10_300, name),
      name: `mcp__docs__${name}`,
    })),
    'docs',
  ),
  section('system', [
    part({ part: 'system', index: 0 }, 'text', 30, 'You are Claude Code'),
    {
      ...part({ part: 'system', index: 1 }, 'text', 4_170, 'You are an interactive agent that'),
      cacheMark: '1h',
    },
  ]),
  section('reminders', [
    part({ part: 'messages', index: 0, block: 0, name: 'user' }, 'text', 2_100, '# claudeMd'),
  ]),
  section('messages', [
    ...Array.from({ length: 63 }, (_, at) => {
      const name = at % 2 === 0 ? 'user' : 'assistant';
      const type = at % 2 === 0 ? 'tool_result' : 'tool_use';
      const place = { part: 'messages', index: at, block: 0, name } as const;
      return part(place, type, 200 + ((at * 131) % 900), `Message number ${at}`);
    }),
    {
      ...part(
        { part: 'messages', index: 63, block: 0, name: 'user' },
        'text',
        410,
        'Find the slow query',
      ),
      cacheMark: '5m',
    },
  ]),
];

const events: readonly ResponseEvent[] = [
  event(0, 'message_start', 1_350, 1_350, 1, 410),
  event(1, 'content_block_start', 1_360, 1_360, 1, 90, 'thinking'),
  event(2, 'content_block_delta', 1_400, 3_100, 46, 5_200, 'thinking', 'The query joins orders'),
  event(3, 'content_block_start', 3_110, 3_110, 1, 80, 'text'),
  event(
    4,
    'content_block_delta',
    3_120,
    4_900,
    88,
    7_100,
    'text',
    'The slow query is in orders.ts',
  ),
  event(5, 'content_block_delta', 5_000, 5_700, 12, 1_900, 'tool_use Bash', '{"command":"psql -c'),
  event(6, 'message_delta', 5_760, 5_760, 1, 190),
  event(7, 'message_stop', 5_765, 5_765, 1, 40),
];

function event(
  index: number,
  type: string,
  from: number,
  to: number,
  count: number,
  bytes: number,
  block?: string,
  preview = '',
): ResponseEvent {
  return { ...{ index, type, from, to, count, bytes, preview }, ...(block ? { block } : {}) };
}

export function detailsOf(row: CallRow): CallDetails {
  const inspected = inspectedOf(row, Number(row.key.replace(/\D/g, '')) || 1);
  if (!row.hasBodies) {
    return { inspected };
  }
  return {
    inspected,
    request: {
      options: [
        { name: 'model', text: `"${row.model}"` },
        { name: 'max_tokens', text: '32000' },
        { name: 'thinking', text: '{"type":"adaptive"}' },
      ],
      sections,
      headers: [
        { name: 'anthropic-version', value: '2023-06-01' },
        { name: 'user-agent', value: 'claude-cli/2.1.329' },
      ],
      isCut: false,
    },
    response: {
      status: row.status ?? 200,
      headers: [{ name: 'request-id', value: 'req_011CU' }],
      ...{ events, omitted: 0, isCut: false },
    },
  };
}

/** Text of a part: JSON for tools and whole bodies, long text for messages. */
export function partOf(ref: PartRef): PartText {
  if (ref.kind === 'request' && ref.place.part === 'messages') {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1} of the result`);
    return { text: lines.join('\n'), isJson: false, isCut: true };
  }
  return {
    text: JSON.stringify({
      kind: ref.kind,
      name: 'search',
      big: 1,
      list: [1, { deep: 'text' }],
      none: {},
    }),
    ...{ isJson: true, isCut: false },
  };
}

export function comparisonOf(one: CallRow, other: CallRow): CallComparison {
  return {
    ...{ one: inspectedOf(one, 4), other: inspectedOf(other, 5), sharedTokens: 8_120 },
    ...{ restOfOne: 24_760, restOfOther: 34_900, omitted: 0 },
    options: [
      { name: 'thinking', one: '{"type":"disabled"}', other: '{"type":"adaptive"}' },
      { name: 'context_management', other: '{"edits":[]}' },
    ],
    changes: [
      {
        ...{ how: 'added', type: 'tool', tokensBefore: 0, tokensAfter: 10_300, wasCached: true },
        place: { part: 'tools', index: 8, name: 'mcp__docs__search' },
        name: 'mcp__docs__search',
        after: '{\n  "name": "mcp__docs__search",\n  "description": "Searches the docs"\n}',
      },
      {
        ...{ how: 'changed', type: 'text', tokensBefore: 4_170, tokensAfter: 4_175 },
        ...{ wasCached: false, character: 1_204 },
        place: { part: 'system', index: 1 },
        before: 'Today is 2026-03-03.\nYou work in /home/ada/shop.\nAnswer briefly.',
        after: 'Today is 2026-03-04.\nYou work in /home/ada/shop.\nAnswer briefly.',
      },
      {
        ...{ how: 'moved', type: 'tool', tokensBefore: 610, tokensAfter: 610, wasCached: false },
        place: { part: 'tools', index: 2, name: 'Glob' },
      },
      {
        ...{ how: 'removed', type: 'tool_result', tokensBefore: 940, tokensAfter: 0 },
        ...{ wasCached: false, before: 'total 12\nREADME.md' },
        place: { part: 'messages', index: 2, block: 0, name: 'user' },
      },
    ],
  };
}

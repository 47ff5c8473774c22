import { expect, it } from 'vitest';
import type { InspectedCall } from '../../../../../src/contract/inspector/callRows';
import type { ModelCall } from '../../../../../src/contract/modelCalls';
import { impliedTurns } from '../../../../../src/host/inspector/subjects/impliedTurns';

let id = 0;

function call(startedAt: number, rest: Partial<ModelCall>): InspectedCall {
  id += 1;
  return {
    ...{ key: String(id), source: 'import', unknown: [], hasBodies: false },
    call: {
      ...{ id, kind: 'main', rule: 'noRule', stream: true, retry: 0, startedAt },
      ...{ endedAt: startedAt + 5, ...rest },
    },
  };
}

it('ends a turn with an answer that calls no tool', () => {
  const turns = impliedTurns([
    call(10, { stopReason: 'tool_use' }),
    call(20, { kind: 'subagent', stopReason: 'end_turn' }),
    call(30, { stopReason: 'end_turn' }),
    call(40, { kind: 'title', stopReason: 'end_turn' }),
    call(50, { stopReason: 'max_tokens' }),
  ]);
  expect(turns).toEqual([
    { turn: 0, startedAt: 10, endedAt: 35 },
    { turn: 1, startedAt: 50, endedAt: 55 },
  ]);
});

it('goes on over failures, and keeps a turn open at the end', () => {
  expect(
    impliedTurns([
      call(10, { status: 529, error: { where: 'http' } }),
      call(20, { retry: 1, stopReason: 'end_turn' }),
      call(30, { stopReason: 'tool_use' }),
    ]),
  ).toEqual([
    { turn: 0, startedAt: 10, endedAt: 25 },
    { turn: 1, startedAt: 30, endedAt: 35 },
  ]);
  expect(impliedTurns([])).toEqual([]);
});

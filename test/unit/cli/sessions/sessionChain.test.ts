import { describe, expect, test } from 'vitest';
import { sessionChain } from '../../../../src/cli/sessions/sessionChain';
import { parseSessionLine, type SessionLine } from '../../../../src/protocol/sessionLine';

function line(wire: object): SessionLine {
  const parsed = parseSessionLine(JSON.stringify(wire));
  if (parsed.kind !== 'line') {
    throw new Error(`Not a line: ${JSON.stringify(wire)}`);
  }
  return parsed.line;
}

const user = (uuid: string, parentUuid: string | null, more: object = {}) =>
  line({ type: 'user', uuid, parentUuid, message: { role: 'user', content: uuid }, ...more });
const assistant = (uuid: string, parentUuid: string | null, id = uuid) =>
  line({
    type: 'assistant',
    uuid,
    parentUuid,
    message: { id, content: [{ type: 'text', text: uuid }] },
  });
const result = (uuid: string, parentUuid: string) =>
  line({
    type: 'user',
    uuid,
    parentUuid,
    message: { content: [{ type: 'tool_result', tool_use_id: parentUuid, content: 'ok' }] },
  });

const ids = (lines: SessionLine[]) => sessionChain(lines).map(one => one.uuid);

describe('sessionChain', () => {
  test('follows the newest message back to the first', () => {
    expect(
      ids([user('a', null), assistant('b', 'a'), user('c', 'b'), assistant('d', 'c')]),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  test('omits branches abandoned by resuming at a message', () => {
    const lines = [
      user('a', null),
      assistant('b', 'a'),
      user('dead', 'b'),
      assistant('end', 'dead'),
    ];
    expect(ids([...lines, user('c', 'b'), assistant('d', 'c')])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('includes attachments between messages', () => {
    const attachment = line({ type: 'attachment', uuid: 'x', parentUuid: 'a', attachment: {} });
    expect(ids([user('a', null), attachment, assistant('b', 'x')])).toEqual(['a', 'x', 'b']);
  });

  test('includes every call of a message with its results', () => {
    const lines = [
      user('a', null),
      assistant('call1', 'a', 'm'),
      assistant('call2', 'call1', 'm'),
      result('r1', 'call1'),
      result('r2', 'call2'),
      assistant('end', 'r2'),
    ];
    expect(ids(lines)).toEqual(['a', 'call1', 'call2', 'r1', 'r2', 'end']);
  });

  test('continues before a compaction', () => {
    const boundary = line({
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'x',
      parentUuid: null,
      logicalParentUuid: 'b',
    });
    expect(ids([user('a', null), assistant('b', 'a'), boundary, user('c', 'x')])).toEqual([
      'a',
      'b',
      'x',
      'c',
    ]);
  });

  test('continues before a compaction that kept the last messages, whose logical parent is no line', () => {
    const boundary = line({
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'x',
      parentUuid: null,
      logicalParentUuid: 'nowhere',
      compactMetadata: { trigger: 'auto', preservedSegment: { headUuid: 'b', tailUuid: 'c' } },
    });
    const before = [user('a', null), assistant('b', 'a'), user('c', 'b')];
    expect(ids([...before, boundary, user('d', 'x')])).toEqual(['a', 'b', 'c', 'x', 'd']);
  });

  test('ignores sidechains', () => {
    const lines = [user('a', null), assistant('b', 'a'), user('side', null, { isSidechain: true })];
    expect(ids(lines)).toEqual(['a', 'b']);
  });

  test('ends at a cycle, at a missing parent and without lines', () => {
    expect(ids([user('a', 'b'), assistant('b', 'a')])).toEqual(['a', 'b']);
    expect(ids([user('a', 'a')])).toEqual(['a']);
    expect(ids([user('c', 'gone')])).toEqual(['c']);
    expect(ids([])).toEqual([]);
  });
});

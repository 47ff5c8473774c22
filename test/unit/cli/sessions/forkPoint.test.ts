import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cutArgument, forkPoint } from '../../../../src/cli/sessions/forkPoint';
import { readSessionFile } from '../../../../src/cli/sessions/sessionFile';
import type { MessageId } from '../../../../src/contract/ids';
import { parseSessionLine, type SessionLine } from '../../../../src/protocol/sessionLine';
import { wholeSession } from './wholeSession';

const newest = '2.1.329';
const oldest = '2.0.36';

let seconds = 0;

/** Makes a line one second later than the previous one. */
function line(wire: object): SessionLine {
  const timestamp = new Date(++seconds * 1000).toISOString();
  const parsed = parseSessionLine(JSON.stringify({ timestamp, ...wire }));
  if (parsed.kind !== 'line') {
    throw new Error(`Not a line: ${JSON.stringify(wire)}`);
  }
  return parsed.line;
}

const user = (uuid: string, parentUuid: string | null, content: unknown = uuid, more = {}) =>
  line({ type: 'user', uuid, parentUuid, message: { role: 'user', content }, ...more });
const result = (uuid: string, parentUuid: string, call = parentUuid) =>
  user(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: call, content: 'ok' }]);
const assistant = (uuid: string, parentUuid: string, block: object, id = `msg_${uuid}`) =>
  line({ type: 'assistant', uuid, parentUuid, message: { id, content: [block] } });
const answer = (uuid: string, parentUuid: string, id?: string) =>
  assistant(uuid, parentUuid, { type: 'text', text: uuid }, id);
const call = (uuid: string, parentUuid: string, id?: string) =>
  assistant(uuid, parentUuid, { type: 'tool_use', id: uuid, name: 'Bash', input: {} }, id);
const thought = (uuid: string, parentUuid: string, id?: string) =>
  assistant(uuid, parentUuid, { type: 'thinking', thinking: uuid }, id);

const prompt = (id: string, text = id, at = 0) => ({ id: id as MessageId, text, at });
const pointBefore = (lines: readonly SessionLine[], id: string, version = newest) =>
  forkPoint(lines, prompt(id), version);

const talk = () => [
  user('p1', null),
  answer('a1', 'p1'),
  user('p2', 'a1'),
  answer('a2', 'p2'),
  user('p3', 'a2'),
  answer('a3', 'p3'),
];

describe('forkPoint', () => {
  test('is the answer before the prompt', () => {
    expect(pointBefore(talk(), 'p2')).toEqual({ kind: 'at', at: 'a1' });
    expect(pointBefore(talk(), 'p3')).toEqual({ kind: 'at', at: 'a2' });
    expect(pointBefore(talk(), 'p3', oldest)).toEqual({ kind: 'at', at: 'a2' });
  });

  test('is "first" for the first prompt', () => {
    expect(pointBefore(talk(), 'p1')).toEqual({ kind: 'first' });
  });

  test('skips reminders', () => {
    const note = (uuid: string, parentUuid: string) =>
      line({ type: 'attachment', uuid, parentUuid, attachment: { type: 'date' } });
    const lines = [user('p1', null), note('n1', 'p1'), answer('a1', 'n1'), note('n2', 'a1')];
    const meta = user('m', 'n2', 'for the model', { isMeta: true });
    expect(pointBefore([...lines, meta, user('p2', 'm')], 'p2')).toEqual({ kind: 'at', at: 'a1' });
  });

  test('rejects a prompt on an abandoned branch', () => {
    const lines = [...talk(), user('p4', 'a1'), answer('a4', 'p4')];
    expect(() => pointBefore(lines, 'p2')).toThrow(
      expect.objectContaining({ code: 'session.leftBranch' }),
    );
    expect(pointBefore(lines, 'p4')).toEqual({ kind: 'at', at: 'a1' });
  });

  test('does not go back beyond a compaction', () => {
    const boundary = line({
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'x',
      parentUuid: null,
      logicalParentUuid: 'a3',
    });
    const summary = user('s', 'x', 'This session is being continued from a previous conversation');
    const lines = [...talk(), boundary, summary, user('p4', 's'), answer('a4', 'p4')];
    expect(() => pointBefore(lines, 'p2')).toThrow(
      expect.objectContaining({ code: 'session.compacted' }),
    );
    expect(pointBefore(lines, 'p4')).toEqual({ kind: 'at', at: 's' });
  });

  test('keeps the results of parallel calls before a message that joined the turn', () => {
    const joined = line({
      type: 'attachment',
      uuid: 'own',
      parentUuid: 'r2',
      attachment: { type: 'queued_command', prompt: 'wait', source_uuid: 'p2' },
    });
    const lines = [
      user('p1', null),
      call('c1', 'p1', 'm'),
      call('c2', 'c1', 'm'),
      result('r1', 'c1'),
      result('r2', 'c2'),
      joined,
    ];
    // The turn may still be running: no line refers to the message yet.
    expect(pointBefore(lines, 'p2')).toEqual({ kind: 'at', at: 'r2' });
    expect(pointBefore([...lines, answer('a1', 'own')], 'p2')).toEqual({ kind: 'at', at: 'r2' });
    expect(forkPoint(lines, prompt('other', 'wait', 1), newest).kind).toBe('at');
  });

  test('keeps the interruption of an answer', () => {
    const stopped = user('i', 'a1', '[Request interrupted by user]');
    const lines = [user('p1', null), answer('a1', 'p1'), stopped, user('p2', 'i')];
    expect(pointBefore(lines, 'p2')).toEqual({ kind: 'at', at: 'i' });
    expect(pointBefore(lines, 'p2', oldest)).toEqual({ kind: 'at', at: 'a1' });
  });

  test('skips what the CLI drops when it resumes a session', () => {
    const cutOff = [user('p1', null), answer('a1', 'p1'), user('p2', 'a1'), call('c', 'p2')];
    expect(pointBefore([...cutOff, user('p3', 'c')], 'p3')).toEqual({ kind: 'at', at: 'p2' });
    expect(pointBefore([...cutOff, user('p3', 'c')], 'p3', oldest)).toEqual({
      kind: 'at',
      at: 'a1',
    });
    const thinking = [user('p1', null), answer('a1', 'p1'), thought('t', 'a1'), user('p2', 't')];
    expect(pointBefore(thinking, 'p2')).toEqual({ kind: 'at', at: 'a1' });
    const failed = assistant('e', 'a1', { type: 'text', text: 'API Error' });
    const failing = [user('p1', null), answer('a1', 'p1'), { ...failed, isApiErrorMessage: true }];
    expect(pointBefore([...failing, user('p2', 'e')], 'p2')).toEqual({ kind: 'at', at: 'a1' });
  });

  test('matches a prompt stored under another id by its text and time', () => {
    const lines = [
      user('u1', null, 'again'),
      answer('a1', 'u1'),
      user('u2', 'a1', 'again'),
      answer('a2', 'u2'),
    ];
    const [, a1] = lines;
    const sent = Date.parse(String(a1 && 'timestamp' in a1 && a1.timestamp));
    expect(forkPoint(lines, prompt('ours', 'again', sent), oldest)).toEqual({
      kind: 'at',
      at: 'a1',
    });
    const command = '<command-name>/review</command-name>\n<command-args>all</command-args>';
    const typed = [...talk(), user('u4', 'a3', command)];
    expect(forkPoint(typed, prompt('ours', '/review all', 1), newest)).toEqual({
      kind: 'at',
      at: 'a3',
    });
  });

  test('is the end for a prompt sent after everything stored', () => {
    const lines = talk();
    const late = prompt('p4', 'p4', (seconds + 1) * 1000);
    expect(forkPoint(lines, late, newest)).toEqual({ kind: 'at', at: 'a3' });
    // For a conversation that was itself forked and whose own session is not stored yet.
    expect(forkPoint(lines, late, newest, 'a1')).toEqual({ kind: 'at', at: 'a1' });
    const early = () => forkPoint(lines, prompt('unknown', 'unknown', 1), newest);
    expect(early).toThrow(expect.objectContaining({ code: 'session.absent' }));
  });

  test('becomes the message id up to 2.0.42, for answers with a single part', () => {
    expect(cutArgument(talk(), 'a2', '2.0.44')).toBe('a2');
    expect(cutArgument(talk(), 'a2', '2.0.42')).toBe('msg_a2');
    const parts = [
      user('p1', null),
      thought('t', 'p1', 'm'),
      answer('a1', 't', 'm'),
      user('p2', 'a1'),
    ];
    expect(pointBefore(parts, 'p2')).toEqual({ kind: 'at', at: 'a1' });
    expect(() => pointBefore(parts, 'p2', oldest)).toThrow(
      expect.objectContaining({ code: 'session.unsupported' }),
    );
  });

  test('is found before every prompt of the recorded sessions', async () => {
    const folder = join(import.meta.dirname, 'fixtures', newest);
    for (const scenario of ['basic', 'edit_tools', 'interrupt', 'todo_tools']) {
      const names = await readdir(join(folder, scenario));
      const name = names.find(one => /^[0-9a-f-]{36}\.jsonl$/.test(one)) ?? '';
      const { lines } = await readSessionFile(join(folder, scenario, name));
      const sent = wholeSession({ lines, cwd: '/workspace' }).filter(
        event => event.type === 'prompt.sent',
      );
      for (const [index, { messageId, at, text }] of sent.entries()) {
        const point = forkPoint(lines, { id: messageId, at, text: String(text) }, newest);
        const kept =
          point.kind === 'at'
            ? wholeSession({ lines, cwd: '/workspace', until: point.at }).filter(
                event => event.type === 'prompt.sent',
              )
            : [];
        expect(kept.map(event => event.messageId)).toEqual(
          sent.slice(0, index).map(event => event.messageId),
        );
      }
    }
  });
});

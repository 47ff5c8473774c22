import { expect, test } from 'vitest';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import { followUps } from '../../../../src/host/participant/followUps';
import { PendingNotes } from '../../../../src/host/participant/pendingNotes';
import {
  notesOf,
  type PastTurn,
  participantId,
  type ResponseNote,
  readNote,
} from '../../../../src/host/participant/responseNote';

const note: ResponseNote = {
  channelId: 'c-1' as ChannelId,
  sessionId: '00000000-0000-4000-8000-000000000000' as SessionId,
  cwd: '/work',
  next: 'review',
};

const asked = (prompt: string): PastTurn => ({ participant: participantId, prompt });
const answered = (metadata: unknown): PastTurn => ({
  participant: participantId,
  result: { metadata },
});

test.each([
  undefined,
  null,
  'text',
  {},
  { ...note, sessionId: 'no id' },
  { ...note, channelId: '../../other' },
  { ...note, cwd: '' },
  { ...note, next: 'other' },
])('what Tandem has not written is no note: %j', metadata => {
  expect(readNote(metadata)).toBeUndefined();
});

test('notes of other participants do not count', () => {
  const history = [
    asked('a'),
    answered(note),
    { participant: 'other', prompt: 'b' },
    { participant: 'other', result: { metadata: { ...note, cwd: '/other' } } },
    asked('c'),
    answered(undefined),
  ];
  expect(notesOf(history)).toEqual([undefined, note]);
});

test('a request that did not end is found by what was asked, and forgotten once it has', () => {
  let kept: Readonly<Record<string, unknown>> = {};
  const pending = new PendingNotes({
    read: () => kept,
    write: notes => {
      kept = notes;
    },
  });
  pending.begin([], 'secret words', note);
  expect(JSON.stringify(kept)).not.toContain('secret');
  expect(pending.of([asked('secret words'), answered(undefined)])).toEqual(note);
  expect(pending.of([asked('other words')])).toBeUndefined();
  pending.begin([asked('secret words'), answered(undefined)], 'more', note);
  pending.end([], 'secret words');
  expect(pending.of([asked('secret words')])).toBeUndefined();
  expect(pending.of([asked('secret words'), asked('more')])).toEqual(note);
  expect(pending.of([asked('secret words'), answered({}), asked('more')])).toEqual(note);
  // Another chat began with the same words, and failed before it had a conversation.
  expect(pending.of([asked('secret words'), asked('more'), answered({})])).toBeUndefined();
  for (let index = 0; index < 40; index += 1) {
    pending.begin([], `prompt ${index}`, note);
  }
  expect(Object.keys(kept)).toHaveLength(30);
  expect(pending.of([asked('prompt 39')])).toEqual(note);
});

test.each([
  ['plan', 'plan'],
  ['review', 'review'],
  ['go', undefined],
] as const)('below a response that may go on with %s', (next, command) => {
  const [first, second] = followUps({ ...note, next });
  expect(first?.command).toBe(command);
  expect(first?.prompt).not.toBe('');
  expect(second?.command).toBe('open');
});

test('nothing is offered without a conversation', () => {
  expect(followUps(undefined)).toEqual([]);
});

import { expect, it } from 'vitest';
import type { RecordingState } from '../../../../../src/contract/inspector/inspector';
import {
  recordingItems,
  recordingText,
  usedText,
} from '../../../../../webview/inspector/head/recordingText';

const off: RecordingState = {
  ...{ isObserved: true, isAllowed: true, bytes: 0, limit: 200 * 1024 * 1024, calls: 0, path: '~' },
};
const subject = { id: 'a', kind: 'conversation', title: 'A' } as const;
const ids = (state: RecordingState, of: Parameters<typeof recordingItems>[1] = subject) =>
  recordingItems(state, of, false).map(({ id }) => id);

it('says what is recorded, and how much there is', () => {
  expect(recordingText(off, 'conversation')).toBe('Observed, not recorded');
  expect(recordingText({ ...off, isObserved: false }, 'conversation')).toBe('Not observed');
  const on = { ...off, scope: 'everywhere', bytes: 12 * 1024 * 1024 } as const;
  expect(recordingText(on, 'conversation')).toBe('Recording all conversations');
  expect(usedText(on, 'conversation')).toBe('12 MB of 200 MB');
  expect(recordingText({ ...on, isObserved: false }, 'conversation')).toBe('Not recorded yet');
  expect(recordingText({ ...off, bytes: 1024 }, 'recording')).toBe('Recorded earlier');
  expect(usedText({ ...off, bytes: 1024 }, 'recording')).toBe('1 KB of 200 MB');
  expect(usedText(off, 'conversation')).toBeUndefined();
  expect(usedText(on, 'import')).toBeUndefined();
});

it('offers only wider scopes, and nothing to record where that is not allowed', () => {
  expect(ids(off).slice(0, 3)).toEqual(['recordConversation', 'recordFolder', 'recordEverywhere']);
  expect(ids({ ...off, scope: 'folder' }).slice(0, 2)).toEqual([
    'recordEverywhere',
    'stopRecording',
  ]);
  const untrusted = ids({ ...off, isAllowed: false, isObserved: false });
  expect(untrusted.filter(id => id.startsWith('record'))).toEqual([]);
});

it('offers no recording of agents without model calls, and closes imported files', () => {
  const foreign = ids({ ...off, isObserved: false }, { ...subject, agent: 'Gemini' });
  expect(foreign.filter(id => /^(record|observe)/.test(id))).toEqual([]);
  expect(ids(off, { ...subject, kind: 'import' })).toContain('closeImport');
  expect(ids({ ...off, bytes: 5 })).toContain('clear');
  expect(ids(off)).not.toContain('clear');
});

it('offers to observe only where that changes something', () => {
  expect(ids({ ...off, isObserved: false })).toContain('observe');
  expect(ids({ ...off, isObserved: false, obstacle: 'It restarts.' })).not.toContain('observe');
});

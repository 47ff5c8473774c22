import { expect, it } from 'vitest';
import { SeenTexts } from '../../../../../src/host/acp/files/seenTexts';

const file = ['/a/b.ts'];
const unsaved = (text: string) => ({ text, isDirty: true });
const saved = (text: string) => ({ text, isDirty: false });

it('unsaved text is replaced only by an agent that has seen it', () => {
  const seen = new SeenTexts();
  expect(seen.isConflict(file, unsaved('typed'))).toBe(true);
  // The agent has to read it: asking again changes nothing.
  expect(seen.isConflict(file, unsaved('typed'))).toBe(true);
  seen.note(file, 'typed');
  expect(seen.isConflict(file, unsaved('typed'))).toBe(false);
  expect(seen.isConflict(file, unsaved('typed\r\n'))).toBe(true);
});

it('text that was typed and then saved is reported once', () => {
  const seen = new SeenTexts();
  seen.note(file, 'old');
  seen.noteTyped('/a/b.ts');
  expect(seen.isConflict(file, saved('typed'))).toBe(true);
  expect(seen.isConflict(file, saved('typed'))).toBe(false);
});

it('a file that nobody has typed in can be written without having been read', () => {
  const seen = new SeenTexts();
  expect(seen.isConflict(file, saved('from the disk'))).toBe(false);
  seen.note(file, 'old');
  expect(seen.isConflict(file, saved('changed by a program'))).toBe(false);
});

it('line ends and other names of a file make no difference', () => {
  const seen = new SeenTexts();
  seen.note(['/link/b.ts', '/a/b.ts'], 'one\r\ntwo\r\n');
  expect(seen.isConflict(['/a/b.ts', '/third/b.ts'], unsaved('one\ntwo\n'))).toBe(false);
});

it('forgets the files that were seen long ago', () => {
  const seen = new SeenTexts();
  seen.note(file, 'typed');
  for (let count = 0; count < 500; count += 1) {
    seen.note([`/other/${count}`], '');
  }
  expect(seen.isConflict(file, unsaved('typed'))).toBe(true);
});

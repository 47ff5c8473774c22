import { expect, it } from 'vitest';
import { HeldKey } from '../../../../../webview/composer/dictation/useHolding';

/** A key whose command comes a moment after it, as from the editor. */
function pressed() {
  const done: string[] = [];
  const dictation = {
    isActive: false,
    toggle() {
      done.push(dictation.isActive ? 'finish' : 'start');
      dictation.isActive = !dictation.isActive;
    },
    finish() {
      done.push('finish');
      dictation.isActive = false;
    },
  };
  const key = new HeldKey(dictation);
  const down = (timeStamp: number, repeat = false) => {
    key.noteDown({ timeStamp, repeat });
    key.command();
  };
  const up = (timeStamp: number) => key.noteUp({ timeStamp });
  return { key, down, up, done };
}

it('starts with one press and finishes with the next', () => {
  const { down, up, done } = pressed();
  down(0);
  up(80);
  expect(done).toEqual(['start']);
  down(2_000);
  up(2_080);
  expect(done).toEqual(['start', 'finish']);
});

it('dictates as long as the key is held, whatever it repeats', () => {
  const { down, up, done } = pressed();
  down(0);
  for (let time = 250; time < 900; time += 30) {
    down(time, true);
  }
  expect(done).toEqual(['start']);
  up(900);
  expect(done).toEqual(['start', 'finish']);
});

it('finishes once with a key that is held long for that', () => {
  const { down, up, done } = pressed();
  down(0);
  up(50);
  down(1_000);
  down(1_500, true);
  up(1_900);
  expect(done).toEqual(['start', 'finish']);
});

it('takes a command that comes after the key was released, or without one', () => {
  const { key, done } = pressed();
  key.noteDown({ timeStamp: 0, repeat: false });
  key.noteUp({ timeStamp: 40 });
  key.command();
  key.command();
  expect(done).toEqual(['start', 'finish']);
});

it('forgets keys that go up elsewhere', () => {
  const { key, down, done } = pressed();
  key.noteDown({ timeStamp: 0, repeat: false });
  key.reset();
  key.command();
  key.noteUp({ timeStamp: 5_000 });
  down(6_000);
  expect(done).toEqual(['start', 'finish']);
});

import { expect, test } from 'vitest';
import { FocusProbe } from '../../../../src/host/sessions/focusedNode';

/** Reports successive selections like VS Code, then a key press. */
function keyAfter(...selections: string[][]): readonly string[] {
  const probe = new FocusProbe<string>();
  for (const selection of selections) {
    probe.selected(selection);
  }
  return probe.take();
}

test('a row whose selection was toggled twice is the target, whatever else is selected', () => {
  expect(keyAfter(['focused'], [])).toEqual(['focused']);
  expect(keyAfter(['other'], ['other', 'focused'], ['other'])).toEqual(['focused']);
});

test('the whole selection is the target if it contains the focused row', () => {
  expect(keyAfter(['a', 'b'], ['a'], ['a', 'b'])).toEqual(['a', 'b']);
  expect(keyAfter(['a', 'b'], ['b'], ['b', 'a'])).toEqual(['b', 'a']);
});

test('the selection is the target if nothing was toggled', () => {
  expect(keyAfter(['a'])).toEqual(['a']);
  expect(keyAfter()).toEqual([]);
});

import { expect, it } from 'vitest';
import { countLeaving, type TurnBox } from '../../../../webview/transcript/trimRange';

const far = (elements: number, distance = 5_000): TurnBox => ({
  ...{ elements, distance, isHeld: false },
});
const near = (elements: number) => far(elements, 100);

it('lets the farthest turns leave until few elements are left', () => {
  const turns = [far(300), far(300), far(300), far(300), near(300)];
  expect(countLeaving(turns, 1_500, 900, 1_200)).toBe(2);
  expect(countLeaving(turns, 1_500, 850, 1_200)).toBe(3);
  expect(countLeaving(turns, 1_500, 1_500, 1_200)).toBe(0);
});

it('keeps turns near the view, however many elements they have', () => {
  const turns = [far(300), far(10, 1_199), far(5_000), near(300)];
  expect(countLeaving(turns, 5_610, 900, 1_200)).toBe(1);
  expect(countLeaving([near(9_000)], 9_000, 900, 1_200)).toBe(0);
});

it('keeps a turn that the user holds, and those between it and the view', () => {
  const held = { ...far(300), isHeld: true };
  expect(countLeaving([far(300), held, far(300), near(300)], 1_200, 300, 1_200)).toBe(1);
  expect(countLeaving([held, far(300), near(300)], 900, 300, 1_200)).toBe(0);
});

it('never lets all turns leave', () => {
  expect(countLeaving([far(900), far(900)], 1_800, 0, 1_200)).toBe(0);
});

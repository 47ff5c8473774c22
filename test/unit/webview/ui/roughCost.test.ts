import { expect, it } from 'vitest';
import { roughCost } from '../../../../webview/ui/roughCost';

it.each([
  [undefined, undefined],
  [0, undefined],
  [0.00004, '<$0.01'],
  [0.0099, '<$0.01'],
  [0.01, '$0.01'],
  [1.366, '$1.37'],
])('says that %s dollars are %s', (usd, text) => {
  expect(roughCost(usd)).toBe(text);
});

import { expect, it } from 'vitest';
import { countChoices } from '../../../../../src/host/runs/dialog/countChoices';

it('offers counts up to the limit, and says which one is selected', () => {
  expect(countChoices(3, 2)).toEqual([
    { label: '1', value: 1 },
    { label: '2', value: 2, description: 'selected' },
    { label: '3', value: 3, description: 'limit of tandem.processes.maxLive' },
  ]);
  expect(countChoices(1, 1)).toEqual([
    { label: '1', value: 1, description: 'selected, limit of tandem.processes.maxLive' },
  ]);
});

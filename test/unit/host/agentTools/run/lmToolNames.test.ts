import { expect, it } from 'vitest';
import { lmToolNames } from '../../../../../src/host/agentTools/run/lmToolNames';

it('gives tools unique names that cannot be read as a server and its tool', () => {
  const names = lmToolNames(['fetch page', '_a__b', 'a_b', 'x_', 'x_', `${'y'.repeat(44)}_z`]);
  expect(names).toEqual([
    'lm_fetch_page',
    'lm_a_b',
    'lm_a_b_2',
    'lm_x',
    'lm_x_2',
    `lm_${'y'.repeat(44)}`,
  ]);
  expect(names.join(' ')).not.toContain('__');
});

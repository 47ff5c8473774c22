import { expect, it } from 'vitest';
import { hasOpenTurn } from '../../../../src/core/conversation/background';
import { foldAll, sent, started } from '../../transcript/events';

it.each([
  ['nothing', [], false],
  ['a started turn', [started('t')], true],
  ['a sent prompt', [sent('p')], true],
  ['a frame that nobody knows', [{ type: 'unknown', what: 'x', at: 1 }], false],
  ['a notice', [{ type: 'notice', at: 1, notice: { kind: 'compacting' } }], false],
] as const)('a turn of %s counts as open or not', (_, events, isOpen) => {
  expect(hasOpenTurn(foldAll([...events]))).toBe(isOpen);
});

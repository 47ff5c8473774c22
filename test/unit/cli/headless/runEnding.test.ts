import { expect, it } from 'vitest';
import type { HeadlessOutcome } from '../../../../src/cli/headless/headlessTypes';
import { endingOf, endingWithoutResult } from '../../../../src/cli/headless/runEnding';
import { resultFrame } from '../../../../src/protocol/frameSchemas';

const words = (result: string, more = {}) => ({
  subtype: 'success',
  is_error: true,
  result,
  ...more,
});

/** Results of several versions; older ones say the cause in words only. */
const rows: readonly { outcome: HeadlessOutcome; wire: object; kind?: string }[] = [
  { outcome: 'success', wire: { subtype: 'success', result: 'Done', stop_reason: 'end_turn' } },
  {
    outcome: 'turnLimit',
    wire: { subtype: 'error_max_turns', is_error: true, errors: ['Reached the maximum'] },
  },
  { outcome: 'turnLimit', wire: { subtype: 'error_max_turns', is_error: false } },
  { outcome: 'budgetLimit', wire: { subtype: 'error_max_budget_usd', is_error: false } },
  {
    outcome: 'schemaUnmet',
    wire: { subtype: 'error_max_structured_output_retries', is_error: true },
  },
  { outcome: 'signIn', wire: words('Not logged in · Please run /login') },
  { outcome: 'signIn', wire: words('Invalid API key · Fix external API key') },
  { outcome: 'signIn', wire: words('API Error: 401 {"type":"error"}') },
  { outcome: 'signIn', wire: words('Failed', { api_error_status: 403 }) },
  { outcome: 'signIn', wire: words('Failed'), kind: 'authentication_failed' },
  { outcome: 'apiError', wire: words('API Error: 400 bad', { api_error_status: 400 }) },
  { outcome: 'apiError', wire: words('API Error: Connection error.') },
  { outcome: 'apiError', wire: words('Overloaded', { terminal_reason: 'api_error' }) },
  {
    outcome: 'refused',
    wire: words('API Error: flagged', { stop_reason: 'refusal', api_error_status: 400 }),
  },
  {
    outcome: 'refused',
    wire: words('API Error: Claude Code is unable to respond to this request'),
  },
  {
    outcome: 'failed',
    wire: { subtype: 'error_during_execution', is_error: true, errors: ['It broke'] },
  },
  { outcome: 'failed', wire: { subtype: 'error_of_tomorrow', is_error: false } },
];

it.each(rows)('reads the cause of an end: $outcome $wire', ({ outcome, wire, kind }) => {
  const frame = resultFrame.parse({ type: 'result', ...wire });
  const ending = endingOf(frame, kind, { hasSchema: false });
  expect(ending.outcome).toBe(outcome);
  expect(ending.error === undefined).toBe(outcome === 'success');
});

it('a run with a schema succeeds with a value only', () => {
  const frame = (more: object) =>
    resultFrame.parse({ type: 'result', subtype: 'success', result: '', ...more });
  const limits = { hasSchema: true };
  expect(endingOf(frame({ structured_output: 0 }), undefined, limits).outcome).toBe('success');
  expect(endingOf(frame({ structured_output: null }), undefined, limits).outcome).toBe(
    'schemaUnmet',
  );
  expect(endingOf(frame({}), undefined, limits).outcome).toBe('schemaUnmet');
});

it('masks keys in the words of an error', () => {
  const frame = resultFrame.parse({ type: 'result', ...words('API Error: 400 sk-ant-0123456789') });
  expect(endingOf(frame, undefined, { hasSchema: false }).error?.message).not.toContain('0123');
});

it('a process without a result has not started if it wrote nothing, and has failed otherwise', () => {
  const exit = { code: 1, signal: null };
  expect(endingWithoutResult(exit, "error: unknown option '--agent'", false)).toMatchObject({
    ...{ outcome: 'notStarted', error: { code: 'cli.unknownFlag' } },
    error: { message: expect.stringContaining('--agent') },
  });
  expect(endingWithoutResult(exit, 'Segmentation fault', true)).toMatchObject({
    ...{ outcome: 'failed', error: { code: 'cli.ended', detail: 'Segmentation fault' } },
  });
});

import { expect, test } from 'vitest';
import { approvedPlan } from '../../../../src/core/conversation/approvedPlan';

const offered = ['default', 'acceptEdits'] as const;

test('an approval continues in the mode of the setting if the agent offers it', () => {
  const approval = { kind: 'approvePlan' } as const;
  expect(approvedPlan(approval, 'acceptEdits', offered)).toEqual({
    ...approval,
    mode: 'acceptEdits',
  });
  expect(approvedPlan(approval, 'previous', offered)).toEqual(approval);
  expect(approvedPlan(approval, 'bypassPermissions', offered)).toEqual(approval);
  // A mode that widens waits for an agent that says that it is allowed.
  expect(approvedPlan(approval, 'bypassPermissions', [])).toEqual(approval);
});

test('the mode that the user names wins, and must be offered', () => {
  const manual = { kind: 'approvePlan', mode: 'default' } as const;
  expect(approvedPlan(manual, 'acceptEdits', offered)).toEqual(manual);
  const bypass = { kind: 'approvePlan', mode: 'bypassPermissions' } as const;
  expect(() => approvedPlan(bypass, 'previous', offered)).toThrow(/is not offered/);
});

test('other answers stay as they are', () => {
  const answer = { kind: 'allowOnce' } as const;
  expect(approvedPlan(answer, 'acceptEdits', offered)).toBe(answer);
});

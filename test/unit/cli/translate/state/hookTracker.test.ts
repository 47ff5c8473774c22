import { expect, it } from 'vitest';
import { HookTracker } from '../../../../../src/cli/translate/state/hookTracker';
import { systemFrames } from '../../../../../src/protocol/frameSchemas';

function frame(facts: object) {
  return systemFrames.hook_response.parse({
    ...{ type: 'system', subtype: 'hook_response', session_id: 's', uuid: 'u' },
    ...{ hook_name: 'PreToolUse:Bash', hook_event: 'PreToolUse', stdout: '', stderr: '' },
    ...{ exit_code: 0, outcome: 'success', ...facts },
  });
}

it.each([
  { facts: {}, result: 'silent', text: '' },
  { facts: { stdout: 'hi\n', stderr: 'there\n' }, result: 'printed', text: 'hi\nthere' },
  { facts: { stdout: '{"systemMessage":"x"}' }, result: 'silent', text: '' },
  { facts: { stdout: '{no json' }, result: 'printed', text: '{no json' },
  { facts: { stdout: '{"decision":"block","reason":"no"}' }, result: 'blocked', text: 'no' },
  { facts: { stdout: '{"continue":false,"stopReason":"end"}' }, result: 'blocked', text: 'end' },
  {
    facts: {
      stdout:
        '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"never"}}',
    },
    result: 'blocked',
    text: 'never',
  },
  { facts: { exit_code: 2, stderr: 'stop', outcome: 'error' }, result: 'blocked', text: 'stop' },
  { facts: { exit_code: 1, stderr: 'bad', outcome: 'error' }, result: 'failed', text: 'bad' },
  {
    facts: { exit_code: 1, stdout: '{"continue":false}' },
    result: 'failed',
    text: '{"continue":false}',
  },
  { facts: { outcome: 'cancelled', exit_code: undefined }, result: 'failed', text: '' },
])('tells what a hook did: $facts', ({ facts, result, text }) => {
  const hooks = new HookTracker();
  const events = hooks.ran(frame(facts), 7);
  expect(hooks.runs).toMatchObject([
    { event: 'PreToolUse', name: 'PreToolUse:Bash', result, text, at: 7 },
  ]);
  expect(events).toHaveLength(result === 'silent' ? 0 : 1);
  expect(events.map(event => event.type === 'notice' && event.notice)).toMatchObject(
    result === 'silent' ? [] : [{ kind: 'hook', result, text }],
  );
});

it('keeps the newest runs, and the beginning of a long output', () => {
  const hooks = new HookTracker();
  for (let at = 0; at < 150; at += 1) {
    hooks.ran(frame({ stdout: 'x'.repeat(10_000) }), at);
  }
  expect(hooks.runs).toHaveLength(100);
  expect(hooks.runs[0]).toMatchObject({ at: 149, text: `${'x'.repeat(4_000)}…` });
});

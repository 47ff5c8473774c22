import { expect, test } from 'vitest';
import { PermissionGate } from '../../../../src/cli/permissions/permissionGate';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import type { PermissionRequest } from '../../../../src/protocol/agentSource';
import { EventBatch } from '../../../../src/protocol/eventBatch';
import { FakeClock } from '../../node/fakeClock';

test('requests without a call id are about calls of their own', async () => {
  const requests: PermissionRequest[] = [];
  const gate = new PermissionGate({
    host: {
      decide: async request => {
        requests.push(request);
        return { kind: 'deny', message: 'No.' };
      },
    },
    version: '2.1.329',
    cwd: '/workspace',
    translator: new FrameTranslator({ cwd: '/workspace' }),
    batch: new EventBatch(new FakeClock(), () => undefined),
    clock: new FakeClock(),
    taking: { mayTakeUp: async () => true },
    setMode: async () => undefined,
  });
  for (const command of ['one', 'two']) {
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command } } as const;
    await gate.canUseTool(request, new AbortController().signal);
  }
  const calls = requests.map(({ prompt }) =>
    prompt.kind === 'permission' ? prompt.call : undefined,
  );
  expect(calls.map(call => call?.target)).toEqual(['one', 'two']);
  expect(new Set(calls.map(call => call?.id)).size).toBe(2);
});

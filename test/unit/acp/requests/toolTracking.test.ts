import { beforeEach, describe, expect, it } from 'vitest';
import { ToolTracking } from '../../../../src/acp/requests/toolTracking';
import { UpdateTranslator } from '../../../../src/acp/translate/updateTranslator';
import type { MessageId } from '../../../../src/contract/ids';

let calls: string[];
let translator: UpdateTranslator;
let tracking: ToolTracking;

beforeEach(() => {
  calls = [];
  translator = new UpdateTranslator({ cwd: '/w', now: () => 1, agentTitle: 'Agent' });
  tracking = new ToolTracking({
    host: {
      beforeTool: async use =>
        void calls.push(`before ${use.edits} ${use.command ? 'command' : ''}`.trim()),
      afterTool: async (use, { kind }) => void calls.push(`${kind} ${use.edits}`.trim()),
    },
    translator,
    cwd: '/w',
    patiently: task => task,
    follow: (path, line) => calls.push(`follow ${path} ${line}`),
  });
});

async function update(update: Record<string, unknown>): Promise<void> {
  translator.update(update);
  tracking.updated(update);
  await new Promise(setImmediate);
}

const call = (more: Record<string, unknown>) =>
  update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Call', ...more });

describe('ToolTracking', () => {
  it('compares the workspace before and after each turn', async () => {
    await tracking.turnStarts('m' as MessageId);
    await tracking.turnEnds();
    expect(calls).toEqual(['before  command', 'succeeded']);
  });

  it('follows an edit from its first path to its end', async () => {
    const locations = [{ path: '/w/a', line: 3 }];
    await call({ kind: 'edit', status: 'pending' });
    // Without a path, it may be any file.
    expect(calls.splice(0)).toEqual(['before  command']);
    await call({ kind: 'edit', locations });
    await update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' });
    expect(calls).toEqual(['follow /w/a 3', 'before /w/a']);
    expect(tracking.isTracked('/w/a')).toBe(true);
    expect(tracking.isTracked('/w/b')).toBe(false);
    await update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' });
    await tracking.callsCompared();
    expect(calls.slice(2)).toEqual(['succeeded /w/a']);
    expect(tracking.isTracked('/w/a')).toBe(false);
    // A repeated announcement is no second call.
    await call({ kind: 'edit', locations });
    expect(calls).toHaveLength(3);
  });

  it('ends what a turn leaves open', async () => {
    await tracking.turnStarts('m' as MessageId);
    await call({ kind: 'delete', locations: [{ path: '/w/a' }] });
    await tracking.turnEnds();
    expect(calls.slice(-2)).toEqual(['succeeded /w/a', 'succeeded']);
  });

  it('reports a failure as one', async () => {
    await call({ kind: 'edit', locations: [{ path: '/w/a' }], status: 'failed' });
    await call({ toolCallId: 'u', kind: 'edit', locations: [{ path: '/w/b' }] });
    await update({ sessionUpdate: 'tool_call_update', toolCallId: 'u', status: 'failed' });
    await tracking.callsCompared();
    expect(calls.at(-1)).toBe('failed /w/b');
  });

  it('leaves reads alone, and follows where the agent looks', async () => {
    await call({ kind: 'read', locations: [{ path: '/w/a', line: 1 }] });
    await call({ kind: 'read', locations: [{ path: '/w/a', line: 1 }] });
    await call({ kind: 'read', locations: [{ path: '/w/a', line: 9 }, 5, null] });
    await call({ kind: 'read', locations: 'nowhere' });
    expect(calls).toEqual(['follow /w/a 1']);
  });
});

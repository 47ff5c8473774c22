import { describe, expect, it } from 'vitest';
import {
  type OwnConversation,
  planRemoval,
  type RemovalFacts,
} from '../../../../src/host/folders/worktreeRemoval';

const path = '/r.trees/x';

function plan(facts: Partial<RemovalFacts>) {
  return planRemoval({
    path,
    uncommitted: 0,
    unreachable: 0,
    conversations: [],
    others: { windows: 0, pids: [] },
    ...facts,
  });
}

function conversation(facts: Partial<OwnConversation>): OwnConversation {
  return { cwd: path, isWorking: false, isTemporary: false, ...facts };
}

describe('The plan of a removal', () => {
  it('has no effects if the work tree is clean and unused', () => {
    const idle = conversation({});
    const clean = { isForced: false, isLossy: false, effects: [] };
    expect(plan({})).toEqual(clean);
    expect(plan({ conversations: [idle] })).toEqual(clean);
  });

  it('forces git only if changes are not committed', () => {
    expect(plan({ uncommitted: 1 }).isForced).toBe(true);
    expect(plan({ unreachable: 1 }).isForced).toBe(false);
  });

  it.each([
    ['files', { uncommitted: 1 }],
    ['commits', { unreachable: 1 }],
    ['a temporary conversation', { conversations: [conversation({ isTemporary: true })] }],
  ])('is lossy if it loses %s', (_what, facts) => {
    expect(plan(facts).isLossy).toBe(true);
  });

  it('is not lossy if it only disturbs conversations', () => {
    const conversations = [conversation({ isWorking: true })];
    expect(plan({ conversations, others: { windows: 1, pids: [1] } }).isLossy).toBe(false);
  });

  it('lists losses first, then who still uses the folder', () => {
    const conversations = [
      conversation({ isWorking: true }),
      conversation({ isTemporary: true, cwd: `${path}/sub` }),
    ];
    const others = { windows: 2, pids: [11, 12] };
    expect(plan({ uncommitted: 1, unreachable: 2, conversations, others }).effects).toEqual([
      '1 file has uncommitted changes, which will be lost.',
      '2 commits are on no branch and will be lost.',
      '1 temporary conversation there will be lost with its process.',
      '1 conversation that is working there will be stopped.',
      '2 conversations are open in other windows, whose agents lose their folder.',
      'Claude Code runs there in a terminal (process 11, 12) and loses its folder.',
    ]);
  });

  it('ignores conversations in other folders', () => {
    const elsewhere = ['/r', '/r.trees', `${path}-2`].map(cwd =>
      conversation({ cwd, isWorking: true, isTemporary: true }),
    );
    expect(plan({ conversations: elsewhere }).effects).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../src/contract/conversation';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import { emptyRecord } from '../../../../src/core/conversation/channelRecord';
import { GoOn } from '../../../../src/core/conversation/goOn';
import { RecordKeeper } from '../../../../src/core/conversation/recordKeeper';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { foldSummary } from '../../../../src/transcript/foldSummary';
import { FakeClock } from '../../node/fakeClock';

const hour = 3_600_000;

/** A conversation that stopped at a limit that is reset in two hours. */
function goOnBed(stored?: { at: number }) {
  const clock = new FakeClock();
  const said: string[] = [];
  const ids = { channelId: 'c' as ChannelId, sessionId: 's' as SessionId, cwd: '/w' };
  const record = { ...emptyRecord(ids), ...(stored ? { goOn: stored } : {}) };
  const keeper = new RecordKeeper(
    record,
    { save: () => undefined, written: async () => undefined, flush: async () => undefined },
    clock,
  );
  const outcome = { kind: 'error', reason: 'usageLimit', message: 'Limit', resetsAt: 2 * hour };
  const state = {
    mayStart: true,
    conversation: { ...emptyConversation, turns: [{ outcome }] } as unknown as Conversation,
  };
  const goOn = new GoOn(
    keeper,
    {
      conversation: () => state.conversation,
      mayStart: () => state.mayStart,
      continueTurn: () => said.push('continue'),
      emit: events => {
        for (const event of events) {
          const { summary } = state.conversation;
          state.conversation = { ...state.conversation, summary: foldSummary(summary, event) };
        }
      },
      note: text => said.push(text),
    },
    clock,
  );
  return { goOn, clock, said, keeper, state, shown: () => state.conversation.summary.goOnAt };
}

describe('going on when a limit is reset', () => {
  it('continues once, shortly after the reset', () => {
    const { goOn, clock, said, shown, keeper } = goOnBed();
    expect(goOn.possibleAt).toBe(2 * hour);
    goOn.plan();
    expect(shown()).toBe(2 * hour + 5_000);
    clock.advance(2 * hour);
    expect(said).toEqual([]);
    clock.advance(5_000);
    expect(said).toEqual(['continue']);
    expect([shown(), keeper.current.goOn, clock.waiting]).toEqual([undefined, undefined, []]);
  });

  it('does not happen once it was canceled', () => {
    const { goOn, clock, said, shown, keeper } = goOnBed();
    goOn.plan();
    goOn.cancel();
    clock.advance(3 * hour);
    expect([said, shown(), keeper.current.goOn]).toEqual([[], undefined, undefined]);
  });

  it('is left to another window that has taken the conversation over', () => {
    const { goOn, clock, said, shown, keeper } = goOnBed();
    goOn.plan();
    goOn.release();
    clock.advance(3 * hour);
    expect([said, shown()]).toEqual([[], undefined]);
    expect(keeper.current.goOn).toBeDefined();
  });

  it('survives the window', () => {
    const { goOn, clock, said, shown } = goOnBed({ at: hour });
    goOn.restore();
    expect(shown()).toBe(hour);
    clock.advance(hour);
    expect(said).toEqual(['continue']);
  });

  it('happens late if the reset was a moment ago, but not if it was long ago', () => {
    const late = goOnBed({ at: hour });
    late.clock.advance(hour + 60_000);
    late.goOn.restore();
    late.clock.advance(0);
    expect(late.said).toEqual(['continue']);

    const tooLate = goOnBed({ at: hour });
    tooLate.clock.advance(2 * hour);
    tooLate.goOn.restore();
    tooLate.clock.advance(hour);
    expect(tooLate.said).toEqual([expect.stringContaining('while Tandem was closed')]);
    expect(tooLate.keeper.current.goOn).toBeUndefined();
  });

  it('starts nothing where no agent may start', () => {
    const { goOn, clock, said, state } = goOnBed();
    goOn.plan();
    state.mayStart = false;
    clock.advance(3 * hour);
    expect(said).toEqual([expect.stringContaining('Choose Continue')]);
  });

  it('leaves alone what goes on by other means', () => {
    const { goOn, clock, said, state } = goOnBed();
    goOn.plan();
    state.conversation = { ...state.conversation, open: {} } as Conversation;
    clock.advance(3 * hour);
    expect(said).toEqual([]);
  });

  it('waits longer than a timer can', () => {
    const { goOn, clock, said } = goOnBed({ at: 900 * hour });
    goOn.restore();
    for (let day = 0; day < 38; day += 1) clock.advance(24 * hour);
    expect(said).toEqual(['continue']);
  });

  it('is refused where the conversation waits for no reset', () => {
    const { goOn, clock } = goOnBed();
    clock.advance(2 * hour);
    expect(() => goOn.plan()).toThrow('does not wait');
  });
});

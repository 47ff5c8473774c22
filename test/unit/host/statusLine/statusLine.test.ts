import { describe, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';
import type { SessionId } from '../../../../src/contract/ids';
import { StatusLine } from '../../../../src/host/statusLine/statusLine';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { FakeClock } from '../../node/fakeClock';

const statusLine = { type: 'command', command: 'my-line' };

function lineBed(settings: JsonObject = { statusLine }) {
  const clock = new FakeClock();
  const shown: (string | undefined)[] = [];
  const runs: { line: string; input: JsonObject; output: Deferred<string> }[] = [];
  const state = { isEnabled: true, isTrusted: true, contextTokens: 50_000 };
  const line = new StatusLine({
    isEnabled: () => state.isEnabled,
    isTrusted: () => state.isTrusted,
    subject: () => ({
      ...{ cwd: '/w', title: 'Work', version: '2.1.329' },
      record: { sessionId: 's' as SessionId },
      conversation: {
        ...emptyConversation,
        summary: {
          ...emptyConversation.summary,
          settings: { ...emptyConversation.summary.settings, model: 'claude-opus-5-5' },
          usage: { contextTokens: state.contextTokens, contextWindow: 200_000, costUsd: 0.5 },
          limits: {
            five_hour: { type: 'five_hour', isReached: false, used: 0.42, resetsAt: 9_000 },
          },
        },
      },
    }),
    userSettings: async () => settings,
    run: (command, input, cwd) => {
      const output = new Deferred<string>();
      runs.push({ line: `${command} in ${cwd}`, input: JSON.parse(input), output });
      return output.promise;
    },
    show: text => shown.push(text),
    clock,
    log: silentLog,
  });
  return { line, clock, shown, runs, state };
}

/** Lets a run begin that is due. */
async function begin({ clock, runs }: ReturnType<typeof lineBed>, count: number) {
  clock.advance(300);
  await expect.poll(() => runs.length).toBe(count);
}

describe('the status line', () => {
  it("runs the user's command and shows its first line without colours", async () => {
    const bed = lineBed();
    bed.line.changed();
    bed.line.changed();
    await begin(bed, 1);
    expect(bed.runs[0]?.line).toBe('my-line in /w');
    expect(bed.runs[0]?.input).toMatchObject({
      ...{ session_id: 's', cwd: '/w', version: '2.1.329', cost: { total_cost_usd: 0.5 } },
      model: { id: 'claude-opus-5-5' },
      context_window: { used_percentage: 25, remaining_percentage: 75 },
      rate_limits: { five_hour: { used_percentage: 42, resets_at: 9 } },
    });
    bed.runs[0]?.output.resolve('\u001b[31mOpus\u001b[0m 25 %\nsecond line\n');
    await expect.poll(() => bed.shown).toEqual(['Opus 25 %']);
  });

  it('runs one command at a time, and again for what has changed meanwhile', async () => {
    const bed = lineBed();
    bed.line.changed();
    await begin(bed, 1);
    bed.state.contextTokens = 60_000;
    bed.line.changed();
    expect(bed.clock.waiting).toEqual([]);
    bed.runs[0]?.output.resolve('one');
    await expect.poll(() => bed.clock.waiting).toEqual([300]);
    await begin(bed, 2);
    bed.runs[1]?.output.resolve('two');
    await expect.poll(() => bed.shown).toEqual(['one', 'two']);
  });

  it('hides what a command that fails has shown', async () => {
    const bed = lineBed();
    bed.line.changed();
    await begin(bed, 1);
    bed.runs[0]?.output.reject(new Error('too slow'));
    await expect.poll(() => bed.shown).toEqual([undefined]);
  });

  it.each([
    ['is off', { isEnabled: false }],
    ['is in a workspace that is not trusted', { isTrusted: false }],
  ])('runs nothing where it %s', (_, state) => {
    const bed = lineBed();
    Object.assign(bed.state, state);
    bed.line.changed();
    expect([bed.clock.waiting, bed.shown]).toEqual([[], [undefined]]);
  });

  it.each([
    ['no command is set', {}],
    ['hooks are off', { statusLine, disableAllHooks: true }],
    ['the setting is not a command', { statusLine: { type: 'static', command: 'x' } }],
  ])('runs nothing where %s', async (_, settings) => {
    const bed = lineBed(settings);
    bed.line.changed();
    bed.clock.advance(300);
    await expect.poll(() => bed.shown).toEqual([undefined]);
    expect(bed.runs).toEqual([]);
  });
});

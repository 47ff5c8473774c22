import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { UserError } from '../../../../../src/base/errors';
import type { Channel } from '../../../../../src/core/conversation/channel';
import type { SectionPlace } from '../../../../../src/host/sections/model/sectionSource';
import { AccountLimits } from '../../../../../src/host/sections/usage/accountLimits';
import {
  limitMeter,
  limitStatus,
  limitTitle,
  limitToWarnOf,
} from '../../../../../src/host/sections/usage/limitTexts';
import { StoredUsage } from '../../../../../src/host/sections/usage/storedUsage';
import { reportedLimits } from '../../../../../src/host/sections/usage/usageReport';
import { usageSection } from '../../../../../src/host/sections/usage/usageSection';
import { usageReport } from '../../../../../src/protocol/reportSchemas';
import { emptyHistory } from '../../../cli/sessions/usage/usageBed';
import { FakeClock } from '../../../node/fakeClock';
import { callsPort } from './calls/callsPort';

const hour = 3_600_000;

/** As the CLI answers for a subscription. */
const subscription = {
  session: {
    total_cost_usd: 0.5,
    total_api_duration_ms: 12_400,
    total_lines_added: 7,
    total_lines_removed: 2,
    model_usage: {
      'claude-opus-5-5': {
        ...{ inputTokens: 10, cacheReadInputTokens: 90, cacheCreationInputTokens: 5 },
        ...{ outputTokens: 20, costUSD: 0.5 },
      },
    },
  },
  subscription_type: 'max',
  rate_limits_available: true,
  rate_limits: {
    five_hour: { utilization: 85, resets_at: new Date(2 * hour).toISOString() },
    seven_day: { utilization: 12, resets_at: new Date(72 * hour).toISOString() },
    seven_day_opus: null,
    model_scoped: [{ display_name: 'Fable', utilization: 50, resets_at: null }],
    extra_usage: { is_enabled: true, utilization: 3 },
  },
};
/** As the CLI answers where an API key is used. */
const byKey = {
  session: { total_cost_usd: 0, model_usage: {} },
  subscription_type: null,
  rate_limits_available: false,
  rate_limits: null,
};

function usageBed(answer: unknown) {
  const clock = new FakeClock();
  const limits = new AccountLimits(clock);
  const changed = new Emitter<Channel>();
  const said: string[] = [];
  const asked: string[] = [];
  const channel = {
    ...{ id: 'c', title: 'Long work', agent: { isLive: true } },
    conversation: { summary: { usage: { costUsd: 1.25 } } },
    goOn: {
      at: undefined as number | undefined,
      possibleAt: (2 * hour) as number | undefined,
      plan: () => said.push('plan'),
      cancel: () => said.push('cancel'),
    },
  };
  const place = {
    ...{ cwd: '/w', channel, isTrusted: true, restart: () => undefined },
    reports: async () => ({
      ask: async (what: string) => {
        asked.push(what);
        if (answer instanceof Error) throw answer;
        return usageReport.parse(answer);
      },
    }),
  } as unknown as SectionPlace;
  const stored = new StoredUsage(
    { read: async () => ({ history: emptyHistory, entries: [] }) },
    clock,
  );
  const section = usageSection({
    ...{ limits, clock, warnAt: () => 80, onChanged: changed.event },
    channels: () => [channel as unknown as Channel],
    conversations: async () => [
      { id: 'a', title: 'Small', costUsd: 0.004 },
      { id: 'b', title: 'Large', costUsd: 3 },
      { id: 'c', title: 'Free' },
    ],
    stored,
    openConversation: async id => void said.push(`open ${id}`),
    showCsv: async text => void said.push(text),
    calls: callsPort(),
  });
  const act = async (action: string, row: string, at = place) =>
    section.act?.(at, { action, row, entries: [], isPreview: false });
  return { section, place, stored, asked, limits, clock, changed, channel, said, act };
}

async function lines(bed: ReturnType<typeof usageBed>, place = bed.place) {
  const { groups, notes } = await bed.section.read(place);
  return {
    notes,
    rows: groups.flatMap(({ rows }) =>
      rows.map(row => [row.id, row.title, row.detail ?? row.meter?.text].join('|')),
    ),
    empty: groups.flatMap(({ rows, empty }) => (rows.length === 0 ? [empty] : [])),
  };
}

describe('the section of usage', () => {
  it('shows limits with their resets, and what conversations cost', async () => {
    const bed = usageBed(subscription);
    await bed.stored.count();
    const { rows, notes } = await lines(bed);
    expect(notes).toEqual([]);
    expect(rows).toEqual([
      'plan|Subscription|max',
      expect.stringMatching(/^limit\/five_hour\|Five hours\|85% used, resets .+ \(in 2 h 0 min\)$/),
      expect.stringMatching(/^limit\/seven_day\|Week, all models\|12% used, .+ \(in 3 days\)$/),
      'limit/extra_usage|Extra usage|3% used',
      'limit/model:Fable|Week, Fable|50% used',
      expect.stringMatching(/^waiting\/c\|Long work\|Stopped at a limit that resets at /),
      'cost|Cost|$1.25',
      'lines|Lines changed|+7 −2',
      'time|Model time|12 s',
      'model/claude-opus-5-5|claude-opus-5-5|105 tokens in with the cache, 20 out',
      'stored/total|No calls in this period|',
      'session/b|Large|$3.00',
      'session/a|Small|$0.0040',
    ]);
  });

  it('says that an API key has no limits', async () => {
    const { empty } = await lines(usageBed(byKey));
    expect(empty[0]).toContain('Only subscriptions have them');
  });

  it('shows what conversations have reported where the version answers nothing', async () => {
    const bed = usageBed(new UserError('cli.unsupported', 'Too old.'));
    const limit = { type: 'seven_day_opus', isReached: true, resetsAt: hour };
    bed.limits.take({ seven_day_opus: limit });
    const { rows, notes } = await lines(bed);
    expect(notes?.[0]?.text).toContain('Too old.');
    expect(rows[0]).toMatch(/^limit\/seven_day_opus\|Week, Opus\|100% used/);
  });

  it('plans to go on, and cancels that', async () => {
    const bed = usageBed(subscription);
    const planned = await bed.act('goOn', 'waiting/c');
    await planned?.undo?.();
    bed.channel.goOn.at = 2 * hour;
    expect((await lines(bed)).rows.join('\n')).toContain('Continues automatically at');
    await bed.act('cancelGoOn', 'waiting/c');
    expect(bed.said).toEqual(['plan', 'cancel', 'cancel']);
    await expect(bed.act('goOn', 'waiting/gone')).rejects.toMatchObject({ code: 'row.gone' });
  });

  it('asks the CLI and counts when it comes into view or is refreshed, and at no news of a count', async () => {
    const bed = usageBed(subscription);
    let counts = 0;
    const listening = bed.stored.onChanged(() => (counts += 1));
    const watch = bed.section.watch?.(bed.place, () => undefined);
    await bed.section.read(bed.place);
    await expect.poll(() => counts).toBe(1);
    await bed.section.read(bed.place);
    expect(bed.asked).toHaveLength(1);
    // A second reading after the same news asks, but does not count again.
    await bed.section.read(bed.place);
    expect([bed.asked.length, counts]).toEqual([2, 1]);
    await bed.section.read(bed.place, true);
    await expect.poll(() => counts).toBe(2);
    expect(bed.asked).toHaveLength(3);
    listening.dispose();
    void bed.stored.count();
    watch?.dispose();
    expect(bed.stored.state).toMatchObject({ isCancelled: true, counting: undefined });
  });

  it('changes nothing in a workspace that is not trusted', async () => {
    const bed = usageBed(subscription);
    const place = { ...bed.place, isTrusted: false };
    await expect(bed.act('goOn', 'waiting/c', place)).rejects.toThrow('Trust');
    expect((await bed.section.read(place)).groups[0]?.rows).toEqual([]);
    expect(bed.said).toEqual([]);
  });

  it('is read anew when a limit changes, is reset, or a conversation begins to wait', () => {
    const bed = usageBed(subscription);
    let changes = 0;
    const watch = bed.section.watch?.(bed.place, () => (changes += 1));
    bed.limits.take(reportedLimits(usageReport.parse(subscription)));
    bed.limits.take(reportedLimits(usageReport.parse(subscription)));
    expect(changes).toBe(1);
    bed.clock.advance(2 * hour);
    expect(changes).toBe(2);
    bed.changed.fire(bed.channel as unknown as Channel);
    expect(changes).toBe(2);
    bed.channel.goOn.possibleAt = undefined;
    bed.changed.fire(bed.channel as unknown as Channel);
    expect(changes).toBe(3);
    watch?.dispose();
    bed.limits.take({ seven_day: { type: 'seven_day', isReached: true } });
    expect(changes).toBe(3);
  });
});

describe('limits', () => {
  const five = { type: 'five_hour', isReached: false, used: 0.8, resetsAt: hour };
  const week = { type: 'seven_day', isReached: true, resetsAt: 2 * hour };

  it('are warned of from the threshold on, until they are reset', () => {
    expect(limitToWarnOf([five], 0, 81)).toBeUndefined();
    expect(limitToWarnOf([five], 0, 80)).toBe(five);
    expect(limitToWarnOf([five, week], 0, 80)).toBe(week);
    expect(limitToWarnOf([five, week], 2 * hour, 80)).toBeUndefined();
    expect(limitToWarnOf([week], 0, 0)).toBeUndefined();
  });

  it('are named and measured', () => {
    expect(['seven_day_x_y', 'monthly_cap'].map(limitTitle)).toEqual(['Week, x y', 'monthly cap']);
    expect(limitMeter(five, hour, 80)).toEqual({ value: 0, text: '0% used' });
    expect(limitMeter(five, 0, 80)).toMatchObject({ value: 0.8, tone: 'warning' });
    expect(limitMeter(week, 0, 80)).toMatchObject({ value: 1, tone: 'bad' });
    const { text, tooltip } = limitStatus(five, 0);
    expect(text).toBe('$(dashboard) 80%');
    expect(tooltip).toMatch(/^Claude, 5-hour limit: 80% used, resets /);
  });
});

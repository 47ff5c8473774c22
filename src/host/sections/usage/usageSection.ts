import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { messageOf, UserError } from '../../../base/errors';
import { timeOfDay } from '../../../contract/labels/resetTime';
import type { SectionGroup, SectionRow } from '../../../contract/sections';
import type { Channel } from '../../../core/conversation/channel';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import type { AccountLimits } from './accountLimits';
import { limitMeter, limitTitle } from './limitTexts';
import { processUse, reportedLimits, type UsageReport } from './usageReport';

export interface UsagePorts {
  readonly limits: AccountLimits;
  readonly clock: Clock;
  /** Per cent from which on a limit is a warning. */
  warnAt(): number;
  channels(): readonly Channel[];
  /** Fires when a conversation changes. */
  readonly onChanged: Event<Channel>;
  /** Stored and open conversations whose cost is known. */
  costs(): Promise<readonly { readonly id: string; readonly title: string; costUsd: number }[]>;
}

/** Most conversations that are listed with their cost. */
const mostCosts = 20;

/** Shows the limits of the subscription, what conversations cost, and which wait for a reset. */
export function usageSection(ports: UsagePorts): SectionSource {
  return {
    id: 'usage',
    title: l10n.t('Usage'),
    read: place => read(place, ports),
    act: async (place, request) => act(place, request, ports),
    watch: (_, onChange) => {
      const store = new DisposableStore();
      store.add(ports.limits.onChanged(onChange));
      let shown = waitingKey(ports);
      const look = () => {
        const key = waitingKey(ports);
        if (key !== shown) {
          shown = key;
          onChange();
        }
      };
      store.add(ports.onChanged(look));
      return store satisfies Disposable;
    },
  };
}

/** Changes with the conversations that wait for a reset. */
function waitingKey({ channels }: UsagePorts): string {
  return channels()
    .map(({ id, goOn }) => `${id} ${goOn.at} ${goOn.possibleAt}`)
    .join();
}

async function read(place: SectionPlace, ports: UsagePorts): Promise<SectionContent> {
  const notes: { text: string }[] = [];
  let report: UsageReport = {};
  try {
    requireTrusted(place);
    report = await (await place.reports()).ask('get_usage', {});
    ports.limits.take(reportedLimits(report));
  } catch (error) {
    notes.push({
      text: l10n.t('Only what conversations have reported is shown: {0}', messageOf(error)),
    });
  }
  return {
    notes,
    groups: [
      limitGroup(report, ports),
      ...waitingGroups(place, ports),
      conversationGroup(place, report),
      await costGroup(ports),
    ],
  };
}

function limitGroup(report: UsageReport, { limits, clock, warnAt }: UsagePorts): SectionGroup {
  const now = clock.now();
  const rows: SectionRow[] = limits.all.map(limit => ({
    id: `limit/${limit.type}`,
    title: limitTitle(limit.type),
    meter: limitMeter(limit, now, warnAt()),
  }));
  const { subscription_type: plan } = report;
  const isByKey = rows.length === 0 && report.rate_limits_available === false;
  return {
    id: 'limits',
    title: l10n.t('Limits of the subscription'),
    rows: [...(plan ? [{ id: 'plan', title: l10n.t('Subscription'), detail: plan }] : []), ...rows],
    empty: isByKey
      ? l10n.t(
          'This agent reports no limits. Only subscriptions have them: an agent with an API key or a token of its own does not know them.',
        )
      : l10n.t('No limit has been reported yet. They are known after the first answer.'),
  };
}

function waitingGroups({ isTrusted }: SectionPlace, { channels, clock }: UsagePorts) {
  const now = clock.now();
  const rows = channels().flatMap(({ id, title, goOn }): SectionRow[] => {
    if (goOn.at !== undefined) {
      const detail = l10n.t('Continues automatically at {0}', timeOfDay(goOn.at, now));
      const action = { id: 'cancelGoOn', label: l10n.t('Cancel Automatic Continue') };
      return [{ id: `waiting/${id}`, title, detail, ...(isTrusted ? { actions: [action] } : {}) }];
    }
    if (goOn.possibleAt !== undefined) {
      const time = timeOfDay(goOn.possibleAt, now);
      const detail = l10n.t('Stopped at a limit that resets at {0}', time);
      const action = { id: 'goOn', label: l10n.t('Continue at {0}', time) };
      return [{ id: `waiting/${id}`, title, detail, ...(isTrusted ? { actions: [action] } : {}) }];
    }
    return [];
  });
  const title = l10n.t('Conversations that wait for a reset');
  return rows.length > 0 ? [{ id: 'waiting', title, rows }] : [];
}

function conversationGroup({ channel }: SectionPlace, report: UsageReport): SectionGroup {
  const title = l10n.t('Conversation in front');
  if (!channel) {
    return { id: 'conversation', title, rows: [], empty: l10n.t('No conversation is open.') };
  }
  const use = processUse(report);
  const rows: SectionRow[] = [
    {
      ...{ id: 'cost', title: l10n.t('Cost') },
      detail: dollars(channel.conversation.summary.usage.costUsd ?? 0),
    },
  ];
  if (channel.agent.isLive && report.session) {
    const { linesAdded, linesRemoved, apiMs, models } = use;
    rows.push(
      { id: 'lines', title: l10n.t('Lines changed'), detail: `+${linesAdded} −${linesRemoved}` },
      {
        ...{ id: 'time', title: l10n.t('Model time') },
        detail: l10n.t('{0} s', Math.round(apiMs / 1000)),
      },
      ...models.map(({ model, costUsd, inputTokens, outputTokens }) => ({
        ...{ id: `model/${model}`, title: model },
        detail: l10n.t('{0} tokens in, {1} out', inputTokens, outputTokens),
        ...(costUsd === undefined ? {} : { badges: [{ text: dollars(costUsd) }] }),
      })),
    );
  }
  return { id: 'conversation', title, rows };
}

async function costGroup({ costs }: UsagePorts): Promise<SectionGroup> {
  const all = [...(await costs())].sort((a, b) => b.costUsd - a.costUsd);
  const sum = all.reduce((total, { costUsd }) => total + costUsd, 0);
  const rows = all.slice(0, mostCosts).map(({ id, title, costUsd }) => ({
    ...{ id: `session/${id}`, title, detail: dollars(costUsd) },
  }));
  return {
    id: 'sessions',
    title: l10n.t('Listed conversations'),
    rows,
    ...(rows.length > 0 ? { note: l10n.t('Together {0}, by list prices.', dollars(sum)) } : {}),
    empty: l10n.t('No conversation with a cost is listed.'),
  };
}

function act(
  place: SectionPlace,
  { action, row }: ActionRequest,
  { channels }: UsagePorts,
): ActionOutcome {
  requireTrusted(place);
  const channel = channels().find(({ id }) => `waiting/${id}` === row);
  if (!channel) {
    throw new UserError('row.gone', l10n.t('This conversation is not open any more.'));
  }
  switch (action) {
    case 'goOn':
      channel.goOn.plan();
      return { undo: async () => channel.goOn.cancel() };
    case 'cancelGoOn':
      channel.goOn.cancel();
      return { undo: async () => channel.goOn.plan() };
    default:
      throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

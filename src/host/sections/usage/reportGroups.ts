import * as l10n from '@vscode/l10n';
import { fineCostText, numberText } from '../../../base/locale';
import { timeOfDay } from '../../../contract/labels/resetTime';
import type { SectionGroup, SectionRow } from '../../../contract/sections';
import type { SectionPlace } from '../model/sectionSource';
import { limitMeter, limitTitle } from './limitTexts';
import type { UsagePorts } from './usagePorts';
import { processUse, type UsageReport } from './usageReport';
import type { KnownConversation } from './usageTables';

/** Most conversations that are listed with their cost. */
const mostCosts = 20;

/** Limits of the account, as reports and conversations have named them. */
export function limitGroup(
  report: UsageReport,
  { limits, clock, warnAt }: Pick<UsagePorts, 'limits' | 'clock' | 'warnAt'>,
): SectionGroup {
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

/** Conversations that stopped at a limit; no group if there are none. */
export function waitingGroups(
  { isTrusted }: SectionPlace,
  { channels, clock }: Pick<UsagePorts, 'channels' | 'clock'>,
) {
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

/** Cost of the conversation in front, and what its process reports. */
export function conversationGroup({ channel }: SectionPlace, report: UsageReport): SectionGroup {
  const title = l10n.t('Active conversation');
  if (!channel) {
    return { id: 'conversation', title, rows: [], empty: l10n.t('No conversation is open.') };
  }
  const use = processUse(report);
  const rows: SectionRow[] = [
    {
      ...{ id: 'cost', title: l10n.t('Cost') },
      detail: fineCostText(channel.conversation.summary.usage.costUsd ?? 0),
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
        detail: l10n.t(
          '{0} tokens in with the cache, {1} out',
          ...[inputTokens, outputTokens].map(count => numberText(count)),
        ),
        ...(costUsd === undefined ? {} : { badges: [{ text: fineCostText(costUsd) }] }),
      })),
    );
  }
  return { id: 'conversation', title, rows };
}

/** Conversations that have cost most, by the CLI's own figures. */
export function costGroup(conversations: readonly KnownConversation[]): SectionGroup {
  const all = conversations
    .flatMap(({ id, title, costUsd }) => (costUsd === undefined ? [] : [{ id, title, costUsd }]))
    .sort((a, b) => b.costUsd - a.costUsd);
  const sum = all.reduce((total, { costUsd }) => total + costUsd, 0);
  const rows = all.slice(0, mostCosts).map(({ id, title, costUsd }) => ({
    ...{ id: `session/${id}`, title, detail: fineCostText(costUsd) },
  }));
  return {
    id: 'sessions',
    title: l10n.t('Costs of listed conversations'),
    rows,
    ...(rows.length > 0
      ? { note: l10n.t('Together {0}, by list prices.', fineCostText(sum)) }
      : {}),
    empty: l10n.t('No conversation with a cost is listed.'),
  };
}

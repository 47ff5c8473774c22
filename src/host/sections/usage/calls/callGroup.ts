import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/locale';
import { plural } from '../../../../base/plural';
import { aboutTokens } from '../../../../contract/labels/tokensText';
import {
  type CallSizes,
  cacheSavings,
  estimatedTokens,
  type ModelCall,
} from '../../../../contract/modelCalls';
import type { SectionGroup, SectionRow } from '../../../../contract/sections';
import type { SectionPlace } from '../../model/sectionSource';
import type { CallsPort, CountedCalls } from './callsPort';
import { callTable } from './callTable';
import { lossText } from './callTexts';

/** Most calls in the table; the export has all that are kept. */
const mostCalls = 50;

/** Model calls of the conversation in front, as the gateway has counted them. */
export function callGroup(
  { channel, isTrusted }: Pick<SectionPlace, 'channel' | 'isTrusted'>,
  port: Pick<CallsPort, 'isOn' | 'of' | 'obstacleOf'>,
): SectionGroup {
  const isOn = port.isOn();
  const calls = channel && port.of(channel.id);
  const group = { id: 'calls', title: l10n.t('Model calls of the active conversation') };
  const all = calls ? [...calls.calls, ...calls.inFlight] : [];
  const newest = all.toSorted((one, other) => other.startedAt - one.startedAt || other.id - one.id);
  const switching = isOn
    ? { id: 'stopObserving', label: l10n.t('Stop Observing Model Calls') }
    : { id: 'observe', label: l10n.t('Observe Model Calls…') };
  const exporting = { id: 'exportCalls', label: l10n.t('Export as JSON…') };
  const inspecting = { id: 'openInspector', label: l10n.t('Open Inspector') };
  const actions = [
    inspecting,
    ...(all.length > 0 ? [exporting] : []),
    ...(isTrusted ? [switching] : []),
  ];
  if (!calls || newest.length === 0) {
    return {
      ...group,
      rows: [],
      empty: emptyText(isOn, channel && port.obstacleOf(channel.id)),
      actions,
    };
  }
  return {
    ...group,
    note: l10n.t('Counted by the gateway since this window began to observe the conversation.'),
    rows: [sumRow(calls), ...lossRows(newest), ...sizeRows(newest)],
    table: callTable(newest.slice(0, mostCalls)),
    actions,
  };
}

function emptyText(isOn: boolean, obstacle: string | undefined): string {
  if (!isOn) {
    return l10n.t(
      'Model calls are not observed. Through a gateway in this editor, each can be counted.',
    );
  }
  return obstacle === undefined
    ? l10n.t('No calls have been observed yet. A running agent is observed from its next start.')
    : l10n.t('This conversation is not observed. {0}', obstacle);
}

function sumRow({ sums: { total } }: CountedCalls): SectionRow {
  const { calls, failed, retries, usage, duration } = total;
  const { cacheWritten5m, cacheWritten1h } = usage;
  const { sent, saved } = cacheSavings(usage);
  const share = sent === 0 ? 0 : Math.round((saved / sent) * 100);
  const details = [
    l10n.t(
      '{0} tokens in, {1} out; cache: {2} written, {3} read',
      ...[usage.input, usage.output, cacheWritten5m + cacheWritten1h, usage.cacheRead].map(number),
    ),
    share < 0
      ? l10n.t('the cache has added {0}% to the cost of the input so far', -share)
      : l10n.t('the cache has saved {0}% of the cost of the input', share),
    l10n.t('{0} s of model time', numberText(duration / 1000, 1)),
    ...(failed > 0 ? [l10n.t('{0} failed', failed)] : []),
    ...(retries > 0 ? [l10n.t('{0} repeated', retries)] : []),
  ];
  return {
    id: 'calls/sum',
    title: plural(calls, { one: l10n.t('1 call'), other: l10n.t('{0} calls', number(calls)) }),
    detail: details.join(', '),
  };
}

/** The last call that lost what was cached, with the reason. */
function lossRows(newest: readonly ModelCall[]): SectionRow[] {
  for (const { id, cache } of newest) {
    const text = cache && lossText(cache);
    if (text !== undefined) {
      return [
        {
          ...{ id: `calls/loss/${id}`, title: l10n.t('Cache') },
          ...{ detail: text, badges: [{ text: l10n.t('written again'), tone: 'warning' }] },
        },
      ];
    }
  }
  return [];
}

/** Parts of the newest request of the conversation itself. */
function sizeRows(newest: readonly ModelCall[]): SectionRow[] {
  const sizes = newest.find(({ kind, sizes: known }) => kind === 'main' && known)?.sizes;
  if (!sizes) {
    return [];
  }
  const { system, tools, messages, media } = sizes;
  const rows = [
    part('system', l10n.t('System prompt'), system, sizes),
    ...tools.map(({ server, bytes, tools: members }) => ({
      ...part(
        `tools/${server ?? ''}`,
        server === undefined ? l10n.t('Tools of Claude Code') : l10n.t('Tools of {0}', server),
        bytes,
        sizes,
      ),
      badges: [
        {
          text: plural(members.length, {
            one: l10n.t('1 tool'),
            other: l10n.t('{0} tools', members.length),
          }),
        },
      ],
    })),
    part('messages', l10n.t('Messages'), messages, sizes),
    ...(media.count > 0
      ? [row('media', l10n.t('Images and documents'), media.estimatedTokens)]
      : []),
  ];
  return [
    {
      ...{ id: 'calls/sizes', title: l10n.t('Last request by part'), rows },
      detail:
        sizes.basis === 'usage'
          ? l10n.t('Estimates: the tokens that the API has reported, divided by size.')
          : l10n.t('Estimates by size: the API has reported no tokens for this call.'),
    },
  ];
}

function part(id: string, title: string, bytes: number, sizes: CallSizes): SectionRow {
  return row(id, title, estimatedTokens(bytes, sizes));
}

function row(id: string, title: string, tokens: number): SectionRow {
  return { id: `calls/size/${id}`, title, detail: aboutTokens(tokens) };
}

function number(value: number): string {
  return numberText(value);
}

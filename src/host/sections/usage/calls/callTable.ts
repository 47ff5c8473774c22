import * as l10n from '@vscode/l10n';
import { numberText, timeText } from '../../../../base/locale';
import { callKindLabel, callRuleText } from '../../../../contract/labels/modelCallText';
import type { CallUsage, ModelCall } from '../../../../contract/modelCalls';
import type { SectionTable, TableCell } from '../../../../contract/sections';
import { outcomeText } from './callTexts';

interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
  cell(call: ModelCall): TableCell;
}

/** Lists calls, the newest first, with a picture of their tokens. */
export function callTable(calls: readonly ModelCall[]): SectionTable {
  const drawn = [
    tokens(l10n.t('Tokens in'), ({ input }) => input),
    tokens(l10n.t('Tokens out'), ({ output }) => output),
    tokens(
      l10n.t('Cache written'),
      ({ cacheWritten5m, cacheWritten1h }) => cacheWritten5m + cacheWritten1h,
    ),
    tokens(l10n.t('Cache read'), ({ cacheRead }) => cacheRead),
  ];
  const columns: readonly Column[] = [
    { label: l10n.t('Call'), cell: call => ({ text: nameOf(call) }) },
    ...drawn,
    { label: l10n.t('Model'), cell: ({ model = '' }) => ({ text: model }) },
    seconds(l10n.t('First token'), ({ firstTokenAt }) => firstTokenAt),
    seconds(l10n.t('Duration'), ({ endedAt }) => endedAt),
    { label: l10n.t('Outcome'), cell: call => ({ text: outcomeText(call) }) },
    {
      label: l10n.t('Attempt'),
      isNumber: true,
      cell: ({ retry }) => ({ text: String(retry + 1) }),
    },
    { label: l10n.t('Recognized by'), cell: ({ rule }) => ({ text: callRuleText(rule) }) },
  ];
  return {
    columns: columns.map(({ label, isNumber }) => ({ label, ...(isNumber ? { isNumber } : {}) })),
    rows: calls.map(call => ({
      id: `call/${call.id}`,
      cells: columns.map(column => column.cell(call)),
    })),
    chart: {
      kind: 'columns',
      series: drawn.map((_, at) => at + 1),
      labels: calls.map(({ startedAt }) => clockTime(startedAt)),
    },
  };
}

function nameOf({ startedAt, kind, agent }: ModelCall): string {
  const label = callKindLabel(kind);
  const name = agent?.name === undefined ? label : `${label} (${agent.name})`;
  return `${clockTime(startedAt)} ${name}`;
}

function clockTime(at: number): string {
  return timeText(at, { timeStyle: 'medium', hourCycle: 'h23' });
}

function tokens(label: string, count: (usage: CallUsage) => number): Column {
  return {
    ...{ label, isNumber: true },
    cell: ({ usage }) =>
      usage ? { text: numberText(count(usage)), value: count(usage) } : { text: '', value: 0 },
  };
}

/** Seconds since the start of the call; empty if it did not get so far. */
function seconds(label: string, of: (call: ModelCall) => number | undefined): Column {
  return {
    ...{ label, isNumber: true },
    cell: call => {
      const at = of(call);
      return {
        text: at === undefined ? '' : l10n.t('{0} s', numberText((at - call.startedAt) / 1000, 1)),
      };
    },
  };
}

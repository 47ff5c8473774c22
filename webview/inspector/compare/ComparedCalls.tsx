import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { CallComparison } from '../../../src/contract/inspector/callDetails';
import type { InspectedCall } from '../../../src/contract/inspector/callRows';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { Button } from '../../ui/Button';
import { whoText } from '../parts/callText';
import { spokenName } from '../parts/cutText';
import { clockTime, costText, fullCount } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';
import { ShortText } from '../parts/ShortText';
import { Unknown } from '../parts/Unknown';

/** Figures of both calls beside one another. */
export function ComparedCalls({
  comparison: { one, other },
}: {
  readonly comparison: CallComparison;
}) {
  const { openCall } = useInspector();
  const rows: readonly (readonly [string, (call: InspectedCall) => ComponentChildren])[] = [
    [
      l10n.t('Model'),
      ({ call }) => (call.model ? <ShortText text={call.model} most={60} /> : <Unknown />),
    ],
    [l10n.t('Turn'), ({ turn }) => (turn === undefined ? <Unknown /> : turnLabel(turn))],
    [l10n.t('Input, not cached'), count(usage => usage.input)],
    [l10n.t('Written to cache'), count(usage => usage.cacheWritten5m + usage.cacheWritten1h)],
    [l10n.t('Read from cache'), count(usage => usage.cacheRead)],
    [l10n.t('Output'), count(usage => usage.output)],
    [l10n.t('Cost'), ({ cost }) => (cost ? costText(cost) : <Unknown />)],
  ];
  const name = ({ call }: InspectedCall, letter: string) =>
    `${letter} · ${whoText(call.kind, call.agent?.name)}, ${clockTime(call.startedAt)}`;
  const head = (call: InspectedCall, letter: string) => (
    <th scope="col">
      <Button
        kind="link"
        label={spokenName(`${name(call, letter)}`)}
        onClick={() => openCall(call.key)}
      >
        <ShortText text={name(call, letter)} most={80} />
      </Button>
    </th>
  );
  return (
    <table class="compared">
      <caption class="sr-only">{l10n.t('Figures of both calls')}</caption>
      <thead>
        <tr>
          <td />
          {head(one, 'A')}
          {head(other, 'B')}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value(one)}</td>
            <td>{value(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function count(figure: (usage: NonNullable<InspectedCall['call']['usage']>) => number) {
  return ({ call: { usage } }: InspectedCall) => (usage ? fullCount(figure(usage)) : <Unknown />);
}

import * as l10n from '@vscode/l10n';
import type { TimelineSpan } from '../../../src/contract/inspector/overview';
import { shortTime } from '../parts/figures';
import { ShortText } from '../parts/ShortText';
import { spanKind, spanName } from './spanText';

interface SpanTableProps {
  readonly spans: readonly TimelineSpan[];
  /** Milliseconds since 1970. */
  readonly start: number;
}

/** Table with the same spans as the picture, in the order of their starts. */
export function SpanTable({ spans, start }: SpanTableProps) {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  return (
    <table class="data-table">
      <caption class="sr-only">{l10n.t('Spans of the turn')}</caption>
      <thead>
        <tr>
          <th scope="col">{l10n.t('Name')}</th>
          <th scope="col">{l10n.t('Kind')}</th>
          <th scope="col">{l10n.t('Agent')}</th>
          <th scope="col" data-number>
            {l10n.t('Start')}
          </th>
          <th scope="col" data-number>
            {l10n.t('First token')}
          </th>
          <th scope="col" data-number>
            {l10n.t('Duration')}
          </th>
          <th scope="col">{l10n.t('Result')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((span, at) => (
          <tr key={at}>
            <th scope="row">
              <ShortText text={spanName(span)} most={80} />
            </th>
            <td>{spanKind(span)}</td>
            <td>
              {span.kind === 'retryWait' ? null : <ShortText text={span.agent ?? ''} most={60} />}
            </td>
            <td data-number>{shortTime(span.from - start)}</td>
            <td data-number>
              {span.kind === 'call' && span.firstToken !== undefined
                ? shortTime(span.firstToken - span.from)
                : null}
            </td>
            <td data-number>
              {span.to === undefined ? l10n.t('running') : shortTime(span.to - span.from)}
            </td>
            <td>{span.kind !== 'retryWait' && span.isFailed ? l10n.t('failed') : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

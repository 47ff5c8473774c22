import * as l10n from '@vscode/l10n';
import type { CallComparison } from '../../../src/contract/inspector/callDetails';
import { ShortText } from '../parts/ShortText';

/** Names of the two calls, as above their figures. */
const letters = ['A', 'B'] as const;
/** More than a request has. */
const mostOptions = 100;

/** Options of the requests that differ. */
export function OptionTable({ options }: Pick<CallComparison, 'options'>) {
  const value = (text: string | undefined) =>
    text === undefined ? (
      <span class="quiet">{l10n.t('absent')}</span>
    ) : (
      <code>
        <ShortText text={text} most={400} />
      </code>
    );
  return (
    <section aria-label={l10n.t('Options that differ')}>
      <h3>{l10n.t('Options that differ')}</h3>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">{l10n.t('Option')}</th>
            <th scope="col">{letters[0]}</th>
            <th scope="col">{letters[1]}</th>
          </tr>
        </thead>
        <tbody>
          {options.slice(0, mostOptions).map(({ name, one, other }, at) => (
            <tr key={at}>
              <th scope="row">
                <ShortText text={name} most={60} />
              </th>
              <td>{value(one)}</td>
              <td>{value(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

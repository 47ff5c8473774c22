import * as l10n from '@vscode/l10n';
import type { CallComparison } from '../../../src/contract/inspector/callDetails';
import { percent, tokens } from '../parts/figures';

/** Prefix that both requests have in common, and the rest of each, to the same scale. */
export function PrefixBars({ comparison }: { readonly comparison: CallComparison }) {
  const { sharedTokens, restOfOne, restOfOther } = comparison;
  const most = Math.max(1, sharedTokens + Math.max(restOfOne, restOfOther));
  const share = sharedTokens / Math.max(1, sharedTokens + restOfOther);
  const bar = (letter: string, rest: number) => (
    <div class="prefix-bar">
      <span>{letter}</span>
      <span class="prefix-track">
        <span class="chart-series-3" style={{ width: `${(sharedTokens / most) * 100}%` }} />
        <span class="chart-series-1" style={{ width: `${(rest / most) * 100}%` }} />
      </span>
    </div>
  );
  return (
    <section class="prefix" aria-label={l10n.t('Prefix in common')}>
      <p>
        {restOfOne === 0 && restOfOther === 0
          ? l10n.t('The content of both requests is identical: about {0}.', tokens(sharedTokens))
          : l10n.t(
              'About {0} from the beginning are the same ({1} of B). The rest is about {2} in A and {3} in B.',
              tokens(sharedTokens),
              percent(share),
              tokens(restOfOne),
              tokens(restOfOther),
            )}
      </p>
      <div aria-hidden="true">
        {bar('A', restOfOne)}
        {bar('B', restOfOther)}
        <ul class="chart-legend">
          <li>
            <span class="chart-swatch chart-series-3" />
            {l10n.t('In common')}
          </li>
          <li>
            <span class="chart-swatch chart-series-1" />
            {l10n.t('Different')}
          </li>
        </ul>
      </div>
    </section>
  );
}

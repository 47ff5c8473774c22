import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { plural } from '../../../src/base/plural';
import type { CallFinding, Overview } from '../../../src/contract/inspector/overview';
import { findingLink, findingText } from '../../../src/contract/labels/findingText';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { EscapedText } from '../../tools/parts/EscapedText';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { cutText, spokenName } from '../parts/cutText';
import { fullCount } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';

/** More than anybody reads. */
const mostFindings = 200;

/** Things worth knowing, each with the calls that prove it. */
export function FindingsView({ overview }: { readonly overview: Overview }) {
  const { findings, kinds } = overview;
  const headingId = useId();
  const count = kinds.reduce((sum, { calls }) => sum + calls, 0);
  if (findings.length === 0) {
    return (
      <div class="empty">
        <h2>{count === 0 ? l10n.t('No model calls yet') : quietText(count)}</h2>
        <p class="quiet">
          {l10n.t(
            'Lost caches, retries, large results, unused servers and similar findings appear here.',
          )}
        </p>
      </div>
    );
  }
  return (
    <section class="findings" aria-labelledby={headingId}>
      <h2 id={headingId} class="sr-only">
        {l10n.t('Findings')}
      </h2>
      <ul>
        {findings.slice(0, mostFindings).map(finding => (
          <li key={finding.id}>
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function quietText(count: number): string {
  const text = fullCount(count);
  return plural(count, {
    one: l10n.t('Nothing stands out in this call.'),
    other: l10n.t('Nothing stands out in these {0} calls.', text),
  });
}

function Finding({ finding }: { readonly finding: CallFinding }) {
  const { openCall, compare, showTurnCalls, showTimeline } = useInspector();
  const { weight, turn, calls } = finding;
  const { title, detail } = findingText(finding);
  const [first, second] = calls;
  const name = spokenName(title);
  const link = findingLink(finding);
  return (
    <article class="finding" data-weight={weight} aria-label={name}>
      <Icon name={weight === 'warning' ? 'warning' : 'info'} />
      <div>
        <h3>
          {weight === 'warning' ? <span class="sr-only">{`${l10n.t('Warning')}: `}</span> : null}
          <EscapedText text={cutText(title, 200)} />
        </h3>
        <p>
          <EscapedText text={cutText(detail, 600)} />
        </p>
        {turn === undefined ? null : <p class="quiet">{turnLabel(turn)}</p>}
        <div class="finding-links">
          {first === undefined ? null : (
            <Button
              kind="link"
              label={l10n.t('Show Call: {0}', name)}
              onClick={() => openCall(first)}
            >
              {l10n.t('Show Call')}
            </Button>
          )}
          {link !== 'compare' || first === undefined || second === undefined ? null : (
            <Button
              kind="link"
              label={l10n.t('Compare: {0}', name)}
              onClick={() => compare(first, second)}
            >
              {l10n.t('Compare')}
            </Button>
          )}
          {turn === undefined ? null : (
            <>
              <Button
                kind="link"
                label={l10n.t('Calls of the Turn: {0}', name)}
                onClick={() => showTurnCalls(turn)}
              >
                {l10n.t('Calls of the Turn')}
              </Button>
              <Button
                kind="link"
                label={l10n.t('Timeline: {0}', name)}
                onClick={() => showTimeline(turn)}
              >
                {l10n.t('Timeline')}
              </Button>
            </>
          )}
        </div>
      </div>
    </article>
  );
}

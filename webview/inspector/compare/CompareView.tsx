import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CallComparison } from '../../../src/contract/inspector/callDetails';
import { IconButton } from '../../ui/Button';
import { Failure } from '../parts/Failure';
import { fullCount } from '../parts/figures';
import { useInspector } from '../parts/inspectorContext';
import { useAnswer } from '../parts/useAnswer';
import { ChangeList } from './ChangeList';
import { ComparedCalls } from './ComparedCalls';
import { OptionTable } from './OptionTable';
import { PrefixBars } from './PrefixBars';

interface CompareViewProps {
  readonly one: string;
  readonly other: string;
  readonly onClose: () => void;
}

/** Two calls side by side: the prefix in common, and what differs, in the order of the cache. */
export function CompareView({ one, other, onClose }: CompareViewProps) {
  const { host, subject, compare } = useInspector();
  const heading = useRef<HTMLHeadingElement>(null);
  const { value, failure } = useAnswer(JSON.stringify([one, other]), 0, () =>
    host.call('inspector.compare', { subject: subject.id, one, other }),
  );
  useLayoutEffect(() => heading.current?.focus(), [one, other]);
  return (
    <section
      class="compare"
      aria-label={l10n.t('Comparison')}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <header class="pane-head">
        <IconButton label={l10n.t('Back to the Calls')} icon="arrow-left" onClick={onClose} />
        <h2 ref={heading} tabIndex={-1}>
          {l10n.t('Comparison')}
        </h2>
        <IconButton
          label={l10n.t('Swap the Calls')}
          icon="arrow-swap"
          onClick={() => compare(other, one)}
        />
      </header>
      {failure === undefined ? null : <Failure text={failure} />}
      {value ? <Content comparison={value} /> : null}
    </section>
  );
}

function Content({ comparison }: { readonly comparison: CallComparison }) {
  const { options, changes, omitted } = comparison;
  const isSame = changes.length === 0 && options.length === 0;
  return (
    <div class="pane-body">
      <ComparedCalls comparison={comparison} />
      <PrefixBars comparison={comparison} />
      {isSame ? <p>{l10n.t('Both requests have the same parts and options.')}</p> : null}
      {options.length > 0 ? <OptionTable options={options} /> : null}
      {changes.length > 0 ? <ChangeList changes={changes} /> : null}
      {omitted > 0 ? (
        <p class="quiet">
          {l10n.t('{0} more parts differ and are not listed.', fullCount(omitted))}
        </p>
      ) : null}
    </div>
  );
}

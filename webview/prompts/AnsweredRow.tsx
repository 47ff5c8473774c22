import type { ComponentChildren } from 'preact';
import { Icon } from '../ui/Icon';
import { type Outcome, outcomeIcon } from './promptOutcome';

interface AnsweredRowProps {
  readonly icon: string;
  readonly title: ComponentChildren;
  readonly outcome: Outcome;
}

/** Quiet line that is left of a prompt whose call has no card here. */
export function AnsweredRow({ icon, title, outcome }: AnsweredRowProps) {
  return (
    <div class="prompt-answered" data-outcome={outcome.kind}>
      <Icon name={icon} />
      <span class="prompt-title">{title}</span>
      <OutcomeBadge outcome={outcome} />
    </div>
  );
}

/** Says what has become of a prompt; its whole text is in the tooltip. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  const { kind, text } = outcome;
  return (
    <span class="prompt-outcome" data-outcome={kind} title={text}>
      <Icon name={outcomeIcon(kind)} />
      <span>{text}</span>
    </span>
  );
}

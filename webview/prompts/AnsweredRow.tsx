import type { ComponentChildren } from 'preact';
import type { PromptId } from '../../src/contract/ids';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/Icon';
import { promptElementId } from './PromptGroup';
import { type Outcome, outcomeIcon } from './promptOutcome';

interface AnsweredRowProps {
  readonly promptId: PromptId;
  readonly icon: IconName;
  readonly title: ComponentChildren;
  readonly outcome: Outcome;
}

/** Quiet line that is left of a prompt whose call has no card here. */
export function AnsweredRow({ promptId, icon, title, outcome }: AnsweredRowProps) {
  return (
    <div class="prompt-answered" id={promptElementId(promptId)} data-outcome={outcome.kind}>
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

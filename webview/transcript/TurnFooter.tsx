import type { Choices } from '../../src/contract/choices';
import type { Turn } from '../../src/contract/conversation';
import type { Actions } from '../store/actions';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, usePageState } from '../store/pageContext';
import { isElsewhere } from '../store/phases';
import { type OutcomeStep, outcomeText, stepLabel } from '../store/turnOutcomes';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { TurnChanges } from './TurnChanges';

interface TurnFooterProps {
  readonly turn: Turn;
  /** True for the newest turn, the only one that can be retried or continued. */
  readonly isLast: boolean;
}

/** Outcome of a turn, its changes, duration and cost, and next steps after a failure. */
export function TurnFooter({ turn, isLast }: TurnFooterProps) {
  return (
    <>
      <Outcome turn={turn} isLast={isLast} />
      <TurnChanges turn={turn} />
    </>
  );
}

function Outcome({ turn, isLast }: TurnFooterProps) {
  const goOnAt = usePageState(({ conversation }) => conversation.summary.goOnAt);
  const choices = usePageState(({ conversation }) => conversation.summary.choices);
  const agentTitle = usePageState(agentTitleOf);
  const context = { now: Date.now(), goOnAt: isLast ? goOnAt : undefined, agentTitle };
  const outcome = turn.outcome && outcomeText(turn.outcome, context);
  if (!outcome) {
    return null;
  }
  const { tone, sentence, detail } = outcome;
  const steps = outcome.steps.filter(step => isOffered(step, choices));
  const icon = turn.outcome?.kind === 'interrupted' ? 'stop-circle' : tone;
  return (
    <div class={`outcome outcome-${tone}`} data-outcome={turn.outcome?.kind}>
      <Icon name={icon} />
      <div class="outcome-text">
        <p>{sentence}</p>
        {detail ? (
          <p class="outcome-detail" dir="auto">
            {detail}
          </p>
        ) : null}
        {isLast && steps.length > 0 ? <Steps steps={steps} hasPrimary={tone !== 'info'} /> : null}
      </div>
    </div>
  );
}

/** Leaves out steps of Claude Code that a foreign agent does not know. */
function isOffered(step: OutcomeStep, choices: Choices): boolean {
  const { foreign, options = [], commands } = choices;
  if (!foreign) {
    return true;
  }
  switch (step.kind) {
    case 'agent':
      return step.action !== 'signIn';
    case 'picker':
      return options.some(({ role }) => role === step.picker);
    case 'send':
      return commands.some(({ name }) => step.text === `/${name}`);
    default:
      return true;
  }
}

interface StepsProps {
  readonly steps: readonly OutcomeStep[];
  readonly hasPrimary: boolean;
}

/** Next steps; hidden while another process has the conversation. */
function Steps({ steps, hasPrimary }: StepsProps) {
  const actions = useActions();
  const isOthers = usePageState(({ conversation: { summary } }) => isElsewhere(summary.agent));
  return isOthers ? null : (
    <div class="button-row">
      {steps.map((step, index) => (
        <Button
          key={stepLabel(step)}
          kind={index === 0 && hasPrimary ? 'primary' : 'secondary'}
          onClick={() => take(step, actions)}
        >
          {stepLabel(step)}
        </Button>
      ))}
    </div>
  );
}

function take(step: OutcomeStep, actions: Actions): void {
  switch (step.kind) {
    case 'retry':
      void actions.call('turn.retry');
      return;
    case 'edit':
      void actions.call('turn.edit');
      return;
    case 'continue':
      void actions.call('turn.continue');
      return;
    case 'goOn':
      void actions.call('turn.goOnAtReset');
      return;
    case 'cancelGoOn':
      void actions.call('turn.cancelGoOn');
      return;
    case 'agent':
      void actions.call('agent.act', { action: step.action });
      return;
    case 'host':
      void actions.callHost('host.act', { action: step.action });
      return;
    case 'picker':
      actions.requestComposer({ kind: 'openPicker', picker: step.picker });
      return;
    case 'send':
      void actions.call('message.send', { text: step.text, images: [] });
      return;
  }
}

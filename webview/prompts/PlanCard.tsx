import * as l10n from '@vscode/l10n';
import type { PermissionMode } from '../../src/contract/content';
import { modeText } from '../../src/contract/labels/modeText';
import { approveLabel, otherModesAfter } from '../../src/contract/labels/planApproval';
import { promptLabel } from '../../src/contract/labels/promptLabel';
import type { PlanPrompt } from '../../src/contract/prompts';
import { usePageState } from '../store/pageContext';
import { fileTarget } from '../tools/parts/clickTargets';
import { MarkdownText } from '../tools/parts/MarkdownText';
import { TargetLink } from '../tools/parts/TargetLink';
import { FeedbackBox } from './FeedbackBox';
import { PromptButton } from './PromptButton';
import { type AskItem, PromptShell } from './PromptShell';
import { useAnswer } from './useAnswer';
import { usePromptDraft } from './usePromptDraft';

interface PlanCardProps {
  readonly item: AskItem;
  readonly prompt: PlanPrompt;
}

export function PlanCard({ item, prompt }: PlanCardProps) {
  const answering = useAnswer(prompt);
  const { isArmed, answer } = answering;
  const after = usePageState(state => state.config.modeAfterPlan);
  const offered = usePageState(state => state.conversation.summary.choices.modes);
  const [{ words: feedback = '' }, setDraft] = usePromptDraft(prompt.id);
  const approve = (mode?: PermissionMode) =>
    answer(mode === undefined ? { kind: 'approvePlan' } : { kind: 'approvePlan', mode });
  const keepPlanning = () => {
    const words = feedback.trim();
    answer(words === '' ? { kind: 'keepPlanning' } : { kind: 'keepPlanning', feedback: words });
  };
  return (
    <PromptShell
      item={item}
      name={promptLabel('plan')}
      icon="list-ordered"
      title={promptLabel('plan')}
      answering={answering}
      resumeWord={l10n.t('Approving')}
    >
      <PlanText prompt={prompt} />
      {after === 'previous' || !offered.includes(after) ? null : (
        <p class="prompt-fact">
          {l10n.t('“Approve” continues in the mode {0}.', modeText(after).label)}
        </p>
      )}
      <div class="prompt-actions">
        <PromptButton isPrimary isDisabled={!isArmed} onClick={() => approve()}>
          {l10n.t('Approve')}
        </PromptButton>
        {otherModesAfter(after, offered).map(mode => (
          <PromptButton key={mode} isDisabled={!isArmed} onClick={() => approve(mode)}>
            {approveLabel(mode)}
          </PromptButton>
        ))}
        <PromptButton isDisabled={!isArmed} onClick={keepPlanning}>
          {l10n.t('Keep planning')}
        </PromptButton>
      </div>
      <FeedbackBox
        label={l10n.t('Feedback')}
        value={feedback}
        onInput={words => setDraft({ words })}
        onEnter={() => {
          if (feedback.trim() !== '') {
            keepPlanning();
          }
        }}
      />
    </PromptShell>
  );
}

function PlanText({ prompt: { id, plan, path } }: { readonly prompt: PlanPrompt }) {
  const place = path === undefined ? undefined : fileTarget(path);
  return (
    <div class="prompt-what prompt-plan">
      {plan === undefined || plan.trim() === '' ? (
        <p class="prompt-fact">{l10n.t('The agent sent no text of its plan.')}</p>
      ) : (
        <MarkdownText text={plan} id={`plan:${id}`} />
      )}
      {place === undefined ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">{l10n.t('File')}</span>{' '}
          <TargetLink target={place}>{path}</TargetLink>
        </p>
      )}
    </div>
  );
}

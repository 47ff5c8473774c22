import * as l10n from '@vscode/l10n';
import type { PermissionMode } from '../../src/contract/content';
import { modeText } from '../../src/contract/labels/modeText';
import { approveLabel, otherModesAfter } from '../../src/contract/labels/planApproval';
import { promptLabel } from '../../src/contract/labels/promptLabel';
import type { PlanPrompt } from '../../src/contract/prompts';
import { usePageState } from '../store/pageContext';
import { fileTarget } from '../tools/parts/clickTargets';
import { MarkdownText } from '../tools/parts/MarkdownText';
import { fileName } from '../tools/parts/plainText';
import { TargetLink } from '../tools/parts/TargetLink';
import { useCardPage } from '../tools/parts/useCardPage';
import { FeedbackBox } from './FeedbackBox';
import { PromptButton } from './PromptButton';
import { PromptGroup } from './PromptGroup';
import type { Answering } from './useAnswer';
import { usePromptDraft } from './usePromptDraft';

interface PlanCardProps {
  readonly prompt: PlanPrompt;
  readonly answering: Answering;
}

export function PlanCard({ prompt, answering }: PlanCardProps) {
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
    <PromptGroup
      prompt={prompt}
      name={promptLabel('plan')}
      answering={answering}
      resumeWord={l10n.t('Approving')}
    >
      <PlanText prompt={prompt} />
      <div class="prompt-end">
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
          <PromptButton
            label={l10n.t('Keep Planning')}
            isDisabled={!isArmed}
            onClick={keepPlanning}
          >
            {l10n.t('Keep Planning')}
          </PromptButton>
        </div>
        <FeedbackBox
          label={l10n.t('Feedback')}
          placeholder={l10n.t('What should change?')}
          value={feedback}
          onInput={words => setDraft({ words })}
          onEnter={() => {
            if (feedback.trim() !== '') {
              keepPlanning();
            }
          }}
        />
      </div>
    </PromptGroup>
  );
}

function PlanText({ prompt: { id, plan, path } }: { readonly prompt: PlanPrompt }) {
  const { agentTitle } = useCardPage();
  const place = path === undefined ? undefined : fileTarget(path);
  return (
    <div class="prompt-what prompt-plan">
      {plan === undefined || plan.trim() === '' ? (
        <p class="prompt-fact">{l10n.t("{0} didn't include a plan.", agentTitle)}</p>
      ) : (
        <MarkdownText text={plan} id={`plan:${id}`} />
      )}
      {place === undefined ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">{l10n.t('File')}</span>{' '}
          <TargetLink target={place}>{path && fileName(path)}</TargetLink>
        </p>
      )}
    </div>
  );
}

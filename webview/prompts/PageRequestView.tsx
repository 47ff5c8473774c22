import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ElicitationPrompt, PageRequest } from '../../src/contract/elicitation';
import { EscapedText } from '../tools/parts/EscapedText';
import { useCardPage } from '../tools/parts/useCardPage';
import { fillIn } from '../ui/fillIn';
import { PageAddress } from './elicitation/PageAddress';
import { PromptButton } from './PromptButton';
import type { Answering } from './useAnswer';

interface PageRequestViewProps {
  readonly prompt: ElicitationPrompt;
  readonly request: PageRequest;
  readonly answering: Answering;
}

/** Page that a server wants to be opened. Nothing is opened before the user says so. */
export function PageRequestView({ prompt, request, answering }: PageRequestViewProps) {
  const page = useCardPage();
  const [isOpening, setOpening] = useState(false);
  const { isArmed, answer } = answering;
  const { stage, host } = request;
  const open = () => {
    setOpening(true);
    // The card changes when the page is open. A failure has been shown already.
    page
      .answer(prompt.id, { kind: 'openPage' })
      .catch(() => undefined)
      .finally(() => setOpening(false));
  };
  return (
    <>
      <PageAddress request={request} />
      <p class="prompt-fact" role="status">
        {stage === undefined ? null : <StageText stage={stage} server={prompt.server} />}
      </p>
      <div class="prompt-actions">
        {stage === undefined ? null : (
          <PromptButton
            isPrimary
            isDisabled={!isArmed}
            onClick={() => answer({ kind: 'pageDone' })}
          >
            {l10n.t('Done')}
          </PromptButton>
        )}
        {host === undefined ? null : (
          <PromptButton
            isPrimary={stage === undefined}
            isDisabled={!isArmed || isOpening}
            onClick={open}
          >
            {stage === undefined ? l10n.t('Open Page') : l10n.t('Open Again')}
          </PromptButton>
        )}
        {stage === undefined ? (
          <PromptButton isDisabled={!isArmed} onClick={() => answer({ kind: 'declineInput' })}>
            {l10n.t('Decline')}
          </PromptButton>
        ) : null}
        {stage === 'opened' ? null : (
          <PromptButton isDisabled={!isArmed} onClick={() => answer({ kind: 'cancelInput' })}>
            {l10n.t('Cancel')}
          </PromptButton>
        )}
      </div>
    </>
  );
}

interface StageTextProps {
  readonly stage: NonNullable<PageRequest['stage']>;
  readonly server: string;
}

function StageText({ stage, server }: StageTextProps) {
  return fillIn(
    stage === 'opened'
      ? l10n.t('The page was opened. This card closes when {0} is done with it.')
      : l10n.t(
          'The conversation continues when {0} is done with the page, or when you choose Done.',
        ),
    <EscapedText text={server} />,
  );
}

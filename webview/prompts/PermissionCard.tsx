import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { RequestSightContext } from '../tools/parts/requestSight';
import { useCardPage } from '../tools/parts/useCardPage';
import { FeedbackBox } from './FeedbackBox';
import { PermissionButtons } from './PermissionButtons';
import { PermissionRequest } from './PermissionRequest';
import { PermissionRules } from './PermissionRules';
import { PromptGroup } from './PromptGroup';
import type { Answering } from './useAnswer';
import { usePermission } from './usePermission';

interface PermissionCardProps {
  readonly prompt: PermissionPrompt;
  readonly answering: Answering;
}

export function PermissionCard({ prompt, answering }: PermissionCardProps) {
  const { agentTitle } = useCardPage();
  const permission = usePermission(prompt, answering);
  const { rules, words, deny } = permission;
  const cardId = useId();
  return (
    <PromptGroup
      prompt={prompt}
      name={l10n.t('Permission: {0}', spelledOut(prompt.call.title))}
      answering={answering}
      resumeWord={l10n.t('Allow')}
      onEscape={permission.showsRules ? permission.hideRules : undefined}
    >
      <RequestSightContext.Provider value={permission.sight}>
        <PermissionRequest prompt={prompt} cardId={cardId} />
      </RequestSightContext.Provider>
      <div class="prompt-end">
        {permission.showsRules ? (
          <PermissionRules
            id={cardId}
            rules={rules}
            destination={permission.destination}
            onChange={permission.setDestination}
          />
        ) : null}
        <PermissionButtons prompt={prompt} permission={permission} cardId={cardId} />
        {/* The protocol of foreign agents has no words that go with a denial. */}
        {prompt.offered ? null : (
          <FeedbackBox
            label={l10n.t('Tell {0} what to do instead', agentTitle)}
            placeholder={l10n.t('Or tell {0} what to do instead', agentTitle)}
            hint={l10n.t('Enter to deny')}
            value={words}
            onInput={permission.setWords}
            onEnter={() => {
              if (words.trim() !== '') {
                deny();
              }
            }}
          />
        )}
      </div>
    </PromptGroup>
  );
}

import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { RequestSightContext } from '../tools/parts/requestSight';
import { useCardPage } from '../tools/parts/useCardPage';
import { fillIn } from '../ui/fillIn';
import { FeedbackBox } from './FeedbackBox';
import { PermissionButtons } from './PermissionButtons';
import { PermissionFolders } from './PermissionFolders';
import { PermissionRequest } from './PermissionRequest';
import { PermissionRules } from './PermissionRules';
import { type AskItem, PromptShell } from './PromptShell';
import { usePermission } from './usePermission';

interface PermissionCardProps {
  readonly item: AskItem;
  readonly prompt: PermissionPrompt;
}

export function PermissionCard({ item, prompt }: PermissionCardProps) {
  const { agentTitle } = useCardPage();
  const permission = usePermission(item, prompt);
  const { rules, words, deny } = permission;
  const cardId = useId();
  return (
    <PromptShell
      item={item}
      name={l10n.t('Permission: {0}', spelledOut(prompt.call.title))}
      icon="shield"
      title={<Title prompt={prompt} isOpen={permission.isOpen} />}
      answering={permission.answering}
      resumeWord={l10n.t('Allow')}
    >
      <RequestSightContext.Provider value={permission.sight}>
        <PermissionRequest prompt={prompt} />
      </RequestSightContext.Provider>
      <PermissionButtons prompt={prompt} permission={permission} cardId={cardId} />
      <PermissionFolders cardId={cardId} suggestions={prompt.suggestions} />
      {rules.length === 0 ? null : (
        <PermissionRules
          id={cardId}
          rules={rules}
          destination={permission.destination}
          onChange={permission.setDestination}
        />
      )}
      {/* The protocol of foreign agents has no words that go with a denial. */}
      {prompt.offered ? null : (
        <FeedbackBox
          label={l10n.t('Tell {0} what to do instead', agentTitle)}
          value={words}
          onInput={permission.setWords}
          onEnter={() => {
            if (words.trim() !== '') {
              deny();
            }
          }}
        />
      )}
    </PromptShell>
  );
}

interface TitleProps {
  readonly prompt: PermissionPrompt;
  readonly isOpen: boolean;
}

/** Asks while the prompt is open; afterwards it names the target that the closed card hides. */
function Title({ prompt, isOpen }: TitleProps) {
  const { title, target } = prompt.call;
  return (
    <>
      {fillIn(isOpen ? l10n.t('Allow {0}?') : l10n.t('Allow {0}'), <EscapedText text={title} />)}
      {isOpen || target === undefined ? null : (
        <span class="prompt-target">
          {' '}
          <EscapedText text={target} />
        </span>
      )}
    </>
  );
}

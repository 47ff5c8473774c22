import * as l10n from '@vscode/l10n';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { useCardPage } from '../tools/parts/useCardPage';
import { foldersId } from './PermissionFolders';
import { PromptButton } from './PromptButton';
import type { Permission } from './usePermission';
import { suggestionLabel } from './wording';

interface PermissionButtonsProps {
  readonly prompt: PermissionPrompt;
  readonly permission: Permission;
  /** Id of the rules; the ids of the folders begin with it. */
  readonly cardId: string;
}

/** Answers to a permission prompt, in the order of the agent's suggestions. */
export function PermissionButtons({ prompt, permission, cardId }: PermissionButtonsProps) {
  const { openProposal } = useCardPage();
  const { isFirst, rules, allowOnce, allowAlways, allowWith, deny } = permission;
  const isDisabled = !permission.answering.isArmed;
  const digit = (number: number) => (isFirst ? number : undefined);
  return (
    <div class="prompt-actions">
      <PromptButton isPrimary digit={digit(1)} isDisabled={isDisabled} onClick={allowOnce}>
        {l10n.t('Allow once')}
      </PromptButton>
      {rules.length === 0 ? null : (
        <PromptButton
          digit={digit(2)}
          isDisabled={isDisabled}
          describedBy={cardId}
          onClick={allowAlways}
        >
          {l10n.t('Always allow')}
        </PromptButton>
      )}
      {prompt.suggestions.map(suggestion =>
        suggestion.type === 'addRules' ? null : (
          <PromptButton
            key={suggestion.index}
            isDisabled={isDisabled}
            describedBy={
              suggestion.type === 'addDirectories' ? foldersId(cardId, suggestion) : undefined
            }
            onClick={() => allowWith(suggestion.index)}
          >
            {suggestionLabel(suggestion)}
          </PromptButton>
        ),
      )}
      <PromptButton digit={digit(3)} isDisabled={isDisabled} onClick={deny}>
        {l10n.t('Deny')}
      </PromptButton>
      {prompt.hasDiff ? (
        <PromptButton onClick={() => openProposal(prompt.id)}>{l10n.t('Open diff')}</PromptButton>
      ) : null}
    </div>
  );
}

import * as l10n from '@vscode/l10n';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { useCardPage } from '../tools/parts/useCardPage';
import { OfferedButtons } from './OfferedButtons';
import { foldersId } from './PermissionFolders';
import { PromptButton } from './PromptButton';
import { UnseenRest } from './UnseenRest';
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
  const { isFirst, rules, showsRules, sight, allowOnce, allowAlways, allowWith, deny } = permission;
  const { offered } = prompt;
  const isDisabled = !permission.answering.isArmed;
  const restId = `${cardId}-rest`;
  // A new card is still being scrolled into view.
  const hasRest = !isDisabled && sight.hasRest;
  const allowing = {
    isDisabled: isDisabled || !sight.isSeen,
    isBlocked: hasRest,
  };
  const describedBy = (...ids: readonly (string | undefined)[]) =>
    [...ids, hasRest ? restId : undefined].filter(id => id !== undefined).join(' ') || undefined;
  const digit = (number: number | undefined) => (isFirst ? number : undefined);
  return (
    <div class="prompt-actions">
      {offered ? (
        <OfferedButtons
          offered={offered}
          isFirst={isFirst}
          isDisabled={isDisabled}
          allowing={allowing}
          describedBy={describedBy()}
          onTake={permission.take}
        />
      ) : (
        <>
          <PromptButton
            isPrimary
            digit={digit(1)}
            {...allowing}
            describedBy={describedBy()}
            label={l10n.t('Allow Once')}
            onClick={allowOnce}
          >
            {l10n.t('Allow Once')}
          </PromptButton>
          {rules.length === 0 ? null : (
            <PromptButton
              digit={digit(2)}
              {...(showsRules ? allowing : { isDisabled })}
              describedBy={showsRules ? describedBy(cardId) : undefined}
              label={l10n.t('Always Allow')}
              isExpanded={showsRules}
              onClick={allowAlways}
            >
              {showsRules ? l10n.t('Always Allow') : l10n.t('Always Allow…')}
            </PromptButton>
          )}
          {prompt.suggestions.map(suggestion =>
            suggestion.type === 'addRules' ? null : (
              <PromptButton
                key={suggestion.index}
                digit={suggestion.index === permission.secondSuggestion ? digit(2) : undefined}
                {...allowing}
                describedBy={describedBy(
                  suggestion.type === 'addDirectories' ? foldersId(cardId, suggestion) : undefined,
                )}
                onClick={() => allowWith(suggestion.index)}
              >
                {suggestionLabel(suggestion)}
              </PromptButton>
            ),
          )}
        </>
      )}
      {permission.hasDeny ? (
        <PromptButton digit={digit(permission.denyDigit)} isDisabled={isDisabled} onClick={deny}>
          {l10n.t('Deny')}
        </PromptButton>
      ) : null}
      {prompt.hasDiff ? (
        <PromptButton label={l10n.t('Open Diff')} onClick={() => openProposal(prompt.id)}>
          {l10n.t('Open Diff')}
        </PromptButton>
      ) : null}
      <UnseenRest id={restId} sight={sight} hasRest={hasRest} />
    </div>
  );
}

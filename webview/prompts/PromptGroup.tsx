import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Item } from '../../src/contract/conversation';
import type { CallPrompt, Prompt } from '../../src/contract/prompts';
import { useCardPage } from '../tools/parts/useCardPage';
import { Icon } from '../ui/Icon';
import { isComposing } from '../ui/isComposing';
import { useFocusHeir } from '../ui/useFocusHeir';
import type { Answering } from './useAnswer';
import { emptyMessageBox, useFirstLook } from './useFirstLook';
import { useKeysReach } from './useKeysReach';

export type AskItem = Extract<Item, { kind: 'ask' }>;

/** Id of the element that is focused when a command reveals a prompt. */
export function promptElementId(promptId: string): string {
  return `prompt-${promptId}`;
}

interface PromptGroupProps {
  readonly prompt: Prompt;
  readonly name: string;
  readonly answering: Answering;
  /** Verb for resuming a session whose process has ended; a server's request ends with it. */
  readonly resumeWord?: string;
  /** Folds what is unfolded on the card; without it, Escape stops the turn. */
  readonly onEscape?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** Holds a request and its answers while a prompt waits. The first one takes the digit keys. */
export function PromptGroup(props: PromptGroupProps) {
  const { prompt, name, answering, resumeWord = '', onEscape, children } = props;
  const isFirst = useCardPage().firstWaiting === prompt.id;
  const group = useRef<HTMLDivElement>(null);
  useFirstLook(group, isFirst);
  // With a draft in the box, the digits of the next card would be text there.
  useFocusHeir(group, emptyMessageBox);
  const keysReach = useKeysReach();
  const { interrupted } = prompt.kind === 'elicitation' ? ({} as Partial<CallPrompt>) : prompt;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      ref={group}
      role="group"
      class="prompt"
      id={promptElementId(prompt.id)}
      aria-label={name}
      data-kind={prompt.kind}
      data-outcome="open"
      data-keys={keysReach ? '' : undefined}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !onEscape || event.defaultPrevented || isComposing(event)) {
          return;
        }
        // Escape must not stop the turn, too.
        event.preventDefault();
        onEscape();
        // The focused list of places may be folded away.
        event.currentTarget.focus({ preventScroll: true });
      }}
    >
      {interrupted ? (
        <p class="prompt-interrupted">
          <Icon name="debug-disconnect" />
          <span>
            {interrupted === 'exit'
              ? l10n.t('The process that asked has ended. {0} resumes the session.', resumeWord)
              : l10n.t(
                  'The process that asked was ended by the reload. {0} resumes the session.',
                  resumeWord,
                )}
          </span>
        </p>
      ) : null}
      {children}
      {answering.problem === undefined ? null : (
        <p class="prompt-problem" role="alert">
          {l10n.t('The answer was not delivered: {0}', answering.problem)}
        </p>
      )}
    </div>
  );
}

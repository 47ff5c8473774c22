import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Item } from '../../src/contract/conversation';
import type { CallPrompt, Prompt } from '../../src/contract/prompts';
import { useCardPage } from '../tools/parts/useCardPage';
import { Icon } from '../ui/Icon';
import { outcomeOf } from './promptOutcome';
import type { Answering } from './useAnswer';

export type AskItem = Extract<Item, { kind: 'ask' }>;

/** Id of the element that is focused when a command reveals a prompt. */
function promptElementId(promptId: string): string {
  return `prompt-${promptId}`;
}

const icons = {
  allowed: 'check',
  denied: 'circle-slash',
  answered: 'check',
  opened: 'check',
  finished: 'check',
  cancelled: 'circle-slash',
  withdrawn: 'circle-slash',
} as const;

function askedBy(prompt: Prompt): Partial<Pick<CallPrompt, 'call' | 'agent' | 'interrupted'>> {
  return prompt.kind === 'elicitation' ? {} : prompt;
}

interface PromptShellProps {
  readonly item: AskItem;
  readonly name: string;
  readonly icon: string;
  readonly title: ComponentChildren;
  readonly answering: Answering;
  /** Verb for resuming a session whose process has ended; a server's request ends with it. */
  readonly resumeWord?: string;
  readonly children: ComponentChildren;
}

/** Frame of every prompt in the transcript; its header line stays after the answer. */
export function PromptShell(props: PromptShellProps) {
  const { item, name, icon, title, answering, resumeWord = '', children } = props;
  const { prompt } = item;
  const outcome = outcomeOf(prompt, item.outcome, answering.sentAnswer);
  const { call, agent, interrupted } = askedBy(prompt);
  const agentName = useCardPage().targetOf(call?.parentToolId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      role="group"
      class="prompt"
      id={promptElementId(prompt.id)}
      aria-label={name}
      data-kind={prompt.kind}
      data-outcome={outcome?.kind ?? 'open'}
      tabIndex={-1}
    >
      <div class="prompt-header">
        <Icon name={icon} />
        <span class="prompt-title">{title}</span>
        {agent === undefined ? null : (
          <span class="prompt-agent">
            {agentName === undefined
              ? l10n.t('asked by a subagent')
              : l10n.t('asked by the agent “{0}”', agentName)}
          </span>
        )}
        {outcome === undefined ? null : (
          <span class="prompt-outcome">
            <Icon name={icons[outcome.kind]} />
            <span>{outcome.text}</span>
          </span>
        )}
      </div>
      {outcome === undefined ? (
        <>
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
        </>
      ) : null}
    </div>
  );
}

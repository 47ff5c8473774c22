import * as l10n from '@vscode/l10n';
import type { CallPrompt } from '../../src/contract/prompts';
import { viewOf } from '../tools/all';
import { ProposedCounts } from '../tools/parts/FileChange';
import { useCardPage } from '../tools/parts/useCardPage';
import { Icon } from '../ui/Icon';
import { askTitle } from './askTitle';
import { PermissionCard } from './PermissionCard';
import { PlanCard } from './PlanCard';
import type { AskItem } from './PromptGroup';
import { QuestionCard } from './QuestionCard';
import type { Answering } from './useAnswer';

export type CallAsk = AskItem & { readonly prompt: CallPrompt };

interface RequestCardProps {
  readonly ask: CallAsk;
  readonly answering: Answering;
}

/** Card of a call that waits for the user: what is asked, the request itself, the answers. */
export function RequestCard({ ask, answering }: RequestCardProps) {
  const { prompt } = ask;
  const { call, agent } = prompt;
  const agentName = useCardPage().targetOf(call.parentToolId);
  return (
    <>
      <div class="request-header">
        <Icon name={viewOf(call).icon} />
        <span class="prompt-title">{askTitle(prompt)}</span>
        {prompt.kind === 'permission' ? (
          <span class="tool-end">
            <ProposedCounts prompt={prompt} />
          </span>
        ) : null}
        {agent === undefined ? null : (
          <span class="prompt-agent">
            {agentName === undefined
              ? l10n.t('asked by a subagent')
              : l10n.t('asked by the agent “{0}”', agentName)}
          </span>
        )}
      </div>
      <div class="request-body" data-reveal={prompt.id}>
        <CallRequestBody ask={ask} answering={answering} />
      </div>
    </>
  );
}

function CallRequestBody({ ask: { prompt }, answering }: RequestCardProps) {
  switch (prompt.kind) {
    case 'permission':
      return <PermissionCard prompt={prompt} answering={answering} />;
    case 'question':
      return <QuestionCard prompt={prompt} answering={answering} />;
    case 'plan':
      return <PlanCard prompt={prompt} answering={answering} />;
  }
}

import * as l10n from '@vscode/l10n';
import type { AgentFile } from '../../cli/agentFiles/agentFile';
import { namesOf } from '../../cli/agentFiles/namesOf';
import type { Channel } from '../../core/conversation/channel';
import type { PreparedMessage } from '../../core/conversation/messageContext';

interface PromptEffects extends Required<Pick<PreparedMessage, 'borrowed' | 'notices'>> {
  /** Words for the agent, before the text of the prompt. */
  readonly prefix: string;
}

type Prompted = Pick<Channel, 'record' | 'conversation'>;

/** Finds what the head of a prompt changes for its message, and what it cannot change. */
export function promptEffects(file: AgentFile, channel: Prompted): PromptEffects {
  const { choices } = channel.conversation.summary;
  const agent = agentEffect(file, channel);
  const isPlan = file.agent?.toLowerCase() === 'plan' && choices.modes.includes('plan');
  const model = choices.foreign ? undefined : file.model;
  const said = [
    ...agent.said,
    ...(isPlan ? [l10n.t('Plan mode holds for this message.')] : []),
    ...(model === undefined ? [] : [l10n.t('The model {0} holds for this message.', model)]),
    ...modelMissing(file, model),
    ...(file.tools === undefined
      ? []
      : [l10n.t('Its list of tools has no effect: they can only be limited for a conversation.')]),
  ];
  return {
    prefix: agent.prefix,
    borrowed: { ...(isPlan ? { mode: 'plan' } : {}), ...(model === undefined ? {} : { model }) },
    notices: said.length === 0 ? [] : [`/${file.name}: ${said.join(' ')}`],
  };
}

/** Names that every version of the CLI expands behind `@agent-`. */
const plainName = /^[A-Za-z0-9_:.-]{1,200}$/;

function agentEffect(
  { agent }: AgentFile,
  { conversation, record }: Prompted,
): { readonly prefix: string; readonly said: readonly string[] } {
  const { agents = [] } = conversation.summary.choices;
  const none = { prefix: '', said: [] };
  if (agent === undefined || agent === record.picks.agent) {
    return none;
  }
  const found = agents.find(({ name }) => name === agent);
  if (found) {
    const named = plainName.test(agent) ? `@agent-${agent}` : `the agent "${agent}"`;
    return {
      prefix: `Hand this over to ${named}:\n\n`,
      said: [l10n.t('Claude hands this to the agent {0}.', agent)],
    };
  }
  switch (agent.toLowerCase()) {
    case 'agent':
    case 'edit':
    case 'plan':
      return none;
    case 'ask':
      return { prefix: '', said: [l10n.t('“ask” has no effect: Claude may change files.')] };
    default:
      return { prefix: '', said: [l10n.t('There is no agent {0} here.', agent)] };
  }
}

function modelMissing({ fields }: AgentFile, model: string | undefined): readonly string[] {
  const [name] = namesOf(fields.model) ?? [];
  const isMissing = name !== undefined && model === undefined && !/^(?:inherit|auto)$/i.test(name);
  return isMissing
    ? [l10n.t("The model {0} is not offered here. The conversation's model answers.", name)]
    : [];
}

import type { ConversationEvent } from '../../contract/events';
import { findModel } from '../../contract/labels/modelLabel';
import type { AgentFacts } from '../../protocol/agentFacts';
import type { Picks } from '../../protocol/agentLauncher';
import { effortFor } from './effortChoice';
import { isSameModel } from './modelCommand';
import type { ChannelSettings } from './ports';

interface Conversation {
  readonly picks: Picks;
  /** Model that its agent has reported last. */
  readonly model?: string | undefined;
  /** Whether the agent has stored it, and goes on with its model. */
  readonly isStored: boolean;
}

/** Returns events for a conversation whose agent has not started. */
export function knownEvents(
  { choices, model: own, usualEffort }: AgentFacts,
  { picks, model: last, isStored }: Conversation,
  settings: ChannelSettings,
): ConversationEvent[] {
  const { models } = choices;
  const usual = settings.model || own || 'default';
  const model = picks.model ?? (isStored && !settings.model ? last : usual);
  if (model === undefined) {
    // The picker would name the default, which may be another one.
    return [{ type: 'choices.changed', choices: { ...choices, models: [] } }];
  }
  const { rememberedEfforts: remembered = {} } = settings;
  const hasLevels = (findModel(models, model)?.efforts.length ?? 0) > 0;
  const effort =
    effortFor(picks, model, models) ??
    effortFor({ efforts: remembered }, model, models) ??
    settings.effort;
  return [
    { type: 'choices.changed', choices },
    {
      type: 'settings.changed',
      settings: {
        model,
        effort: (hasLevels && effort) || null,
        ...(usualEffort && isSameModel(model, usual, models) ? { usualEffort } : {}),
      },
    },
  ];
}

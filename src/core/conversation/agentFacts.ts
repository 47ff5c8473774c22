import type { AgentCommand } from '../../contract/commands';
import type { Summary } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import { findModel } from '../../contract/labels/modelLabel';
import type { Picks } from '../../protocol/agentLauncher';
import { effortFor } from './effortChoice';
import { isSameModel } from './modelCommand';
import type { AgentFacts, ChannelSettings, KnownAgent } from './ports';

interface FactsOwner {
  readonly cwd: string;
  readonly known: KnownAgent | undefined;
  readonly settings: ChannelSettings;
  summary(): Summary;
  picks(): Picks;
}

/** Keeps what a running agent reports, each time that it has changed. */
export class FactsKeeper {
  private seen: readonly unknown[] = [];

  constructor(private readonly owner: FactsOwner) {}

  /** Call after events of a running agent. */
  look(): void {
    const { cwd, known, settings } = this.owner;
    const summary = this.owner.summary();
    const picks = this.owner.picks();
    const { model, usualEffort, requested } = summary.settings;
    const seen = [summary.choices, model, usualEffort, requested.model, picks];
    if (known && seen.some((value, index) => value !== this.seen[index])) {
      this.seen = seen;
      const facts = factsOf(summary, picks, settings);
      if (facts) {
        known.keep(cwd, facts);
      }
    }
  }
}

/** @returns undefined if the conversation has a model or an effort of its own, or asks for one */
export function factsOf(
  { choices, settings: shown }: Pick<Summary, 'choices' | 'settings'>,
  { model, effort, efforts }: Picks,
  settings: ChannelSettings,
): AgentFacts | undefined {
  const isOwn = [model, effort, efforts, shown.requested.model].some(pick => pick !== undefined);
  if (isOwn || choices.foreign || choices.models.length === 0) {
    return undefined;
  }
  const { tools: _, options: __, ...kept } = choices;
  const isLasting = ({ source }: AgentCommand) => source !== 'server' && source !== 'prompt';
  const isNamed = isSameModel(shown.model, namedModel(settings), choices.models);
  const { usualEffort } = shown;
  return {
    choices: { ...kept, commands: choices.commands.filter(isLasting) },
    ...(isNamed ? {} : { model: shown.model }),
    ...(usualEffort ? { usualEffort } : {}),
  };
}

/** Returns events for a conversation whose agent has not started, under its own picks. */
export function knownEvents(
  { choices, model: known, usualEffort }: AgentFacts,
  picks: Picks,
  settings: ChannelSettings,
): ConversationEvent[] {
  const { models } = choices;
  const usual = known ?? namedModel(settings);
  const model = picks.model ?? usual;
  const choice = findModel(models, model);
  const { rememberedEfforts = {} } = settings;
  const effort =
    effortFor(picks, model, models) ??
    effortFor({ efforts: rememberedEfforts }, model, models) ??
    settings.effort;
  const hasLevels = choice !== undefined && choice.efforts.length > 0;
  return [
    { type: 'choices.changed', choices },
    ...(choice
      ? ([
          {
            type: 'settings.changed',
            settings: {
              model,
              effort: (hasLevels && effort) || null,
              ...(usualEffort && model === usual ? { usualEffort } : {}),
            },
          },
        ] as const)
      : []),
  ];
}

/** Name of the model with which a process is started unless the user has picked one. */
function namedModel({ model }: ChannelSettings): string {
  return model || 'default';
}

import type {
  Account,
  AgentChoice,
  Choices,
  MissingMode,
  ModelChoice,
} from '../../contract/choices';
import { type Effort, efforts, type PermissionMode, permissionModes } from '../../contract/content';
import type { AgentInfo, InitializeResult, ModelInfo } from '../../protocol/controlSchemas';
import { toCommands } from './agentCommands';

export function toEffort(value: unknown): Effort | undefined {
  return efforts.find(effort => effort === value);
}

/** The CLI spells the first mode "manual" in some places from 2.1.200 on. */
export function toPermissionMode(value: unknown): PermissionMode | undefined {
  return value === 'manual' ? 'default' : permissionModes.find(mode => mode === value);
}

/**
 * @param modes those of the version that nothing forbids
 * @param missing modes that are left out, with the reason
 */
export function toChoices(
  reply: InitializeResult,
  modes: readonly PermissionMode[],
  missing: readonly MissingMode[] = [],
): Choices {
  // Versions before 2.1.120 do not tell, and some answers name no model.
  const tellsAuto = reply.models.some(({ supportsAutoMode }) => supportsAutoMode !== undefined);
  return {
    models: reply.models.map(model => toModelChoice(model, tellsAuto)),
    modes,
    ...(missing.length > 0 ? { missingModes: missing } : {}),
    commands: toCommands(reply.commands),
    ...(reply.agents ? { agents: reply.agents.map(toAgentChoice) } : {}),
  };
}

function toAgentChoice({ name, description, model }: AgentInfo): AgentChoice {
  return { name, description: description ?? '', ...(model ? { model } : {}) };
}

function toModelChoice(model: ModelInfo, tellsAuto: boolean): ModelChoice {
  const levels = model.supportsEffort === false ? [] : (model.supportedEffortLevels ?? []);
  return {
    value: model.value,
    label: model.displayName ?? model.value,
    ...(model.description ? { description: model.description } : {}),
    ...(model.resolvedModel ? { resolved: model.resolvedModel } : {}),
    efforts: levels.flatMap(level => toEffort(level) ?? []),
    // Adaptive models ignore a budget; versions before 2.1.50 know only budgets.
    hasThinkingBudget: model.supportsAdaptiveThinking !== true,
    ...(model.supportsFastMode ? { hasFastMode: true } : {}),
    ...(tellsAuto && !model.supportsAutoMode ? { lacksAutoMode: true } : {}),
  };
}

export function toAccount({ account }: InitializeResult): Account | undefined {
  if (!account) {
    return undefined;
  }
  const { tokenSource, apiKeySource, email, organization, apiProvider } = account;
  const hasToken = tokenSource !== undefined && tokenSource !== 'none';
  const hasKey = apiKeySource !== undefined && apiKeySource !== 'none';
  // Bedrock, Vertex and the like use their own credentials, which the CLI does not report.
  const isElsewhere = apiProvider !== undefined && apiProvider !== 'firstParty';
  const label = email ?? organization ?? (hasKey ? apiKeySource : undefined);
  return {
    isSignedIn: hasToken || hasKey || isElsewhere || email !== undefined,
    ...(label ? { label } : {}),
  };
}

import * as z from '../base/schema';
import { flag, lenient, lenientList, text } from './lenient';

export const jsonObject = z.record(z.string(), z.unknown());

const rules = z.array(
  z.looseObject({ toolName: z.string(), ruleContent: z.optional(z.nullable(z.string())) }),
);
const ruleFields = { rules, behavior: z.string(), destination: z.string() };
const directoryFields = { directories: z.array(z.string()), destination: z.string() };

/** Permission update that the CLI offers with a request and takes as `updatedPermissions`. */
export const permissionUpdate = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('addRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('replaceRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('removeRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('setMode'), mode: z.string(), destination: z.string() }),
  z.looseObject({ type: z.literal('addDirectories'), ...directoryFields }),
  z.looseObject({ type: z.literal('removeDirectories'), ...directoryFields }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdate>;

const modelInfo = z.looseObject({
  value: z.string(),
  displayName: text,
  description: text,
  /** From 2.1.200 on. */
  resolvedModel: text,
  /** From 2.1.50 on; before that no model has effort levels. */
  supportsEffort: flag,
  supportedEffortLevels: lenient(z.array(z.string())),
  supportsAdaptiveThinking: flag,
  supportsFastMode: flag,
  /** From 2.1.120 on. */
  supportsAutoMode: flag,
});
export type ModelInfo = z.infer<typeof modelInfo>;

export const commandInfo = z.looseObject({
  name: z.string(),
  description: text,
  argumentHint: text,
  /** From 2.1.200 on. */
  aliases: lenient(z.array(z.string())),
  builtin: flag,
});
export type CommandInfo = z.infer<typeof commandInfo>;

const agentInfo = z.looseObject({ name: z.string(), description: text, model: text });
export type AgentInfo = z.infer<typeof agentInfo>;

export const initializeResult = z.looseObject({
  commands: lenientList(commandInfo),
  models: lenientList(modelInfo),
  /** From 2.1.80 on. */
  agents: lenient(lenientList(agentInfo)),
  account: lenient(
    z.looseObject({
      tokenSource: text,
      apiKeySource: text,
      email: text,
      organization: text,
      subscriptionType: text,
      apiProvider: text,
    }),
  ),
  /** From 2.1.260 on: the only place that names the mode before the first turn. */
  current_permission_mode: text,
  fast_mode_state: text,
  fast_mode_disabled_reason: text,
  /** From 2.1.329 on. */
  claude_code_version: text,
  capabilities: lenient(z.array(z.string())),
});
export type InitializeResult = z.infer<typeof initializeResult>;

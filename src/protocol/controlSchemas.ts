import * as z from 'zod/mini';
import { lenient, lenientList } from './lenient';

export const jsonObject = z.record(z.string(), z.unknown());

const rules = z.array(
  z.looseObject({ toolName: z.string(), ruleContent: z.optional(z.nullable(z.string())) }),
);
const ruleFields = { rules, behavior: z.string(), destination: z.string() };
const directoryFields = { directories: z.array(z.string()), destination: z.string() };

/** What the CLI offers to save with an answer, and takes back as `updatedPermissions`. */
export const permissionUpdate = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('addRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('replaceRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('removeRules'), ...ruleFields }),
  z.looseObject({ type: z.literal('setMode'), mode: z.string(), destination: z.string() }),
  z.looseObject({ type: z.literal('addDirectories'), ...directoryFields }),
  z.looseObject({ type: z.literal('removeDirectories'), ...directoryFields }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdate>;

export const modelInfo = z.looseObject({
  value: z.string(),
  displayName: lenient(z.string()),
  description: lenient(z.string()),
  /** From 2.1.200 on. */
  resolvedModel: lenient(z.string()),
  /** From 2.1.50 on; before that no model has effort levels. */
  supportsEffort: lenient(z.boolean()),
  supportedEffortLevels: lenient(z.array(z.string())),
  supportsAdaptiveThinking: lenient(z.boolean()),
});
export type ModelInfo = z.infer<typeof modelInfo>;

export const commandInfo = z.looseObject({
  name: z.string(),
  description: lenient(z.string()),
  argumentHint: lenient(z.string()),
});

export const initializeResult = z.looseObject({
  commands: lenientList(commandInfo),
  models: lenientList(modelInfo),
  account: lenient(
    z.looseObject({
      tokenSource: lenient(z.string()),
      apiKeySource: lenient(z.string()),
      email: lenient(z.string()),
      organization: lenient(z.string()),
      subscriptionType: lenient(z.string()),
      apiProvider: lenient(z.string()),
    }),
  ),
  /** From 2.1.260 on: the only place that names the mode before the first turn. */
  current_permission_mode: lenient(z.string()),
  /** From 2.1.329 on. */
  claude_code_version: lenient(z.string()),
  capabilities: lenient(z.array(z.string())),
});
export type InitializeResult = z.infer<typeof initializeResult>;

import * as z from '../../base/schema';

const positive = z.number().check(z.positive());

/** Definition of a task of the type `tandem`; `package.json` has the same for completion. */
export const runTaskDefinition = z.looseObject({
  prompt: z.optional(z.string()),
  /** Path below the folder. */
  promptFile: z.optional(z.string()),
  inputs: z.optional(z.record(z.string(), z.string())),
  args: z.optional(z.string()),
  model: z.optional(z.string()),
  agent: z.optional(z.string()),
  output: z.optional(z.enum(['text', 'json', 'stream-json'])),
  /** JSON Schema, or the path of a file with one. */
  schema: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
  allow: z.optional(z.array(z.string())),
  failOnDenied: z.optional(z.boolean()),
  worktree: z.optional(z.union([z.boolean(), z.string()])),
  maxTurns: z.optional(positive),
  maxBudgetUsd: z.optional(positive),
});

export type RunTaskDefinition = z.output<typeof runTaskDefinition>;

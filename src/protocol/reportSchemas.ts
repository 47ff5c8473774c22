import * as z from '../base/schema';
import { flag, lenient, lenientList, number, text } from './lenient';

// Answers of the CLI to requests about itself. All of them were seen in 2.1.329; most members are
// optional, because nothing promises them.

const anyObject = z.record(z.string(), z.unknown());

/** Answer to `list_permission_rules`. */
export const permissionRulesReport = z.looseObject({
  state: lenient(
    z.looseObject({
      rules: lenientList(
        z.looseObject({
          /** `allow`, `ask` or `deny`. */
          behavior: z.string(),
          /** `userSettings`, `projectSettings`, `localSettings`, `policySettings`, `cliArg`, … */
          source: z.string(),
          rule: z.string(),
          description: lenient(z.looseObject({ prefix: text, emphasis: text, suffix: text })),
          /** `persistent`, or another word for a rule that cannot be removed. */
          editability: text,
        }),
      ),
      workspaceDirectories: lenient(z.array(z.unknown())),
      managedOnly: flag,
    }),
  ),
});

/** Answer to `get_hooks_listing`. */
export const hooksReport = z.looseObject({
  hooks: lenientList(
    z.looseObject({
      event: z.string(),
      matcher: text,
      source: z.string(),
      sourceLabel: text,
      type: text,
      displayText: text,
      commandText: text,
      contentLabel: text,
      /** Seconds. */
      timeout: number,
    }),
  ),
  policy: lenient(z.looseObject({ disabledByPolicy: flag, managedOnly: flag, allDisabled: flag })),
  eventCatalog: lenient(
    lenientList(z.looseObject({ name: z.string(), summary: text, supportsMatcher: flag })),
  ),
});

/** Answer to `get_memory_dialog`. */
export const memoryReport = z.looseObject({
  files: lenientList(
    z.looseObject({
      /** `project`, `user`, `local`, `managed`, … */
      kind: z.string(),
      path: z.string(),
      label: text,
      description: text,
      exists: flag,
    }),
  ),
  folders: lenient(lenientList(z.looseObject({ kind: text, path: z.string(), label: text }))),
  auto_memory: lenient(z.looseObject({ enabled: flag, toggleable: flag })),
});

/** Answer to `get_skills_dialog`: the skills and commands of files and plugins. */
export const skillsReport = z.looseObject({
  skills: lenientList(
    z.looseObject({
      name: z.string(),
      description: text,
      source: text,
      /** `on`, `off`, `name-only` or `user-invocable-only`. */
      state: text,
    }),
  ),
});

/** Answer to `get_sandbox_dialog`. */
export const sandboxReport = z.looseObject({
  supported: flag,
  locked: flag,
  enabled: flag,
  enabled_in_settings: flag,
  /** Why it is off, although the settings enable it. */
  unavailable_reason: text,
  mode: text,
  auto_allow_available: flag,
  unsandboxed_fallback: flag,
  dependencies: lenient(
    z.looseObject({ errors: lenient(z.array(z.string())), warnings: lenient(z.array(z.string())) }),
  ),
  excluded_commands: lenient(z.array(z.string())),
  restrictions: lenient(anyObject),
});

/** Answer to `get_status`. */
export const statusReport = z.looseObject({
  sections: lenientList(
    z.looseObject({
      title: z.string(),
      rows: lenientList(z.looseObject({ label: z.string(), value: text })),
    }),
  ),
});

const usageWindow = lenient(
  z.nullable(
    z.looseObject({
      /** Per cent. */
      utilization: lenient(z.nullable(z.number())),
      /** ISO 8601. */
      resets_at: lenient(z.nullable(z.string())),
    }),
  ),
);

/** Answer to `get_usage`. Windows are known for subscriptions only. */
export const usageReport = z.looseObject({
  session: lenient(anyObject),
  subscription_type: lenient(z.nullable(z.string())),
  rate_limits_available: flag,
  rate_limits: lenient(
    z.nullable(
      z.catchall(
        z.object({
          /** Weekly windows of single models. */
          model_scoped: lenient(
            lenientList(
              z.looseObject({
                display_name: z.string(),
                utilization: lenient(z.nullable(z.number())),
                resets_at: lenient(z.nullable(z.string())),
              }),
            ),
          ),
        }),
        usageWindow,
      ),
    ),
  ),
});

/** Answer to `get_context_usage`. */
export const contextReport = z.looseObject({
  totalTokens: number,
  maxTokens: number,
  rawMaxTokens: number,
  percentage: number,
  model: text,
  categories: lenient(
    lenientList(
      z.looseObject({
        id: text,
        name: z.string(),
        tokens: z.number(),
        /** `used`, `deferred`, `buffer` or `free`. */
        kind: text,
      }),
    ),
  ),
  memoryFiles: lenient(lenientList(z.looseObject({ path: text, type: text, tokens: number }))),
  mcpTools: lenient(
    lenientList(z.looseObject({ name: text, serverName: text, tokens: number, isLoaded: flag })),
  ),
  agents: lenient(lenientList(z.looseObject({ agentType: text, source: text, tokens: number }))),
  isAutoCompactEnabled: flag,
  autoCompactThreshold: number,
});

/** Answer to `get_settings`. */
export const settingsReport = z.looseObject({
  effective: lenient(anyObject),
  sources: lenient(
    lenientList(z.looseObject({ source: z.string(), settings: lenient(anyObject) })),
  ),
  /** Files that the CLI ignores; absent if there is none. */
  errors: lenient(lenientList(z.looseObject({ file: text, path: text, message: text }))),
  applied: lenient(
    z.looseObject({
      model: text,
      effort: lenient(z.nullable(z.string())),
      ultracode: flag,
      /** Absent in versions without it. */
      ultracodeAvailable: flag,
    }),
  ),
});

/** Answer to `mcp_status`. Old versions report names, states and errors only. */
export const serversReport = z.looseObject({
  mcpServers: lenient(
    z.array(
      z.looseObject({
        name: z.string(),
        /** `connected`, `pending`, `failed`, `needs-auth` or `disabled`. */
        status: text,
        error: text,
        config: lenient(anyObject),
        transport: text,
        scope: text,
        source: text,
        serverInfo: lenient(z.looseObject({ name: text, version: text })),
        tools: lenient(z.array(anyObject)),
      }),
    ),
  ),
});

/** Answer to `claude_authenticate` and `mcp_authenticate`: addresses to sign in at. */
export const signInReport = z.looseObject({
  manualUrl: text,
  automaticUrl: text,
  authUrl: text,
  requiresUserAction: flag,
  /** True if the CLI waits for the browser's answer on a port of its own machine. */
  callbackExpected: flag,
});

/** Answer to `reload_output_styles`. */
export const outputStylesReport = z.looseObject({
  available_output_styles: lenient(z.array(z.string())),
});

import { isObject, type JsonObject } from '../../base/json';
import * as z from '../../base/schema';
import type { FoundProgram } from './programReadings';

/**
 * Settings that neither run anything, give the agent more, weaken a guard of the user's nor delete
 * anything. All others are listed: newer versions bring settings that are not known here.
 */
const harmless: ReadonlySet<string> = new Set(
  [
    // How much is thought, in which voice and language: instructions of the folder could say so, too.
    '$schema model availableModels effortLevel alwaysThinkingEnabled maxThinkingTokens outputStyle',
    'language includeCoAuthoredBy includeGitInstructions attribution',
    // How the CLI looks, and which names its picker offers: the user picks.
    'respectGitignore spinnerTipsEnabled spinnerVerbs prefersReducedMotion companyAnnouncements',
    'terminalProgressBarEnabled',
    // They concern servers of the folder only, which are listed themselves.
    'enableAllProjectMcpServers enabledMcpjsonServers disabledMcpjsonServers',
  ].flatMap(line => line.split(' ')),
);

/** Permission settings that the CLI writes when the user answers what it asks. */
const answers: ReadonlySet<string> = new Set(['allow', 'deny', 'ask', 'additionalDirectories']);

/** Permission settings that take something away, or ask. */
const narrowing: ReadonlySet<string> = new Set(['deny', 'ask', 'disableBypassPermissionsMode']);
const narrowModes: ReadonlySet<unknown> = new Set(['default', 'plan', 'dontAsk']);

const hook = z.looseObject({
  type: z.optional(z.string()),
  command: z.optional(z.string()),
  prompt: z.optional(z.string()),
  url: z.optional(z.string()),
});
const hookEvent = z.array(z.looseObject({ matcher: z.optional(z.string()), hooks: z.array(hook) }));
const server = z.looseObject({
  type: z.optional(z.string()),
  command: z.optional(z.string()),
  args: z.optional(z.array(z.string())),
  url: z.optional(z.string()),
});

/** Prompt that the CLI gives itself at certain times, in the form of `cron`. */
const scheduledTask = z.looseObject({ cron: z.string(), prompt: z.string() });

/** Lists what a settings file of a folder brings. */
export function settingsPrograms(settings: JsonObject): FoundProgram[] {
  return Object.entries(settings).flatMap(([name, value]): FoundProgram[] => {
    // A value that is false may switch a guard off.
    if (harmless.has(name) || (value !== false && isNothing(value))) {
      return [];
    }
    if (name === 'hooks' && isObject(value)) {
      return Object.entries(value).flatMap(([event, hooks]) => hookPrograms(event, hooks));
    }
    if (name === 'permissions' && isObject(value)) {
      return Object.entries(value).flatMap(([key, rule]) => permissionPrograms(key, rule));
    }
    if (name === 'env' && isObject(value)) {
      return Object.entries(value).map(([key, text]) => setting(`env.${key}`, text));
    }
    return [setting(name, value)];
  });
}

/**
 * Lists what local settings bring that no repository brings. The user's answers to the CLI's
 * questions are left out: that file is where the CLI keeps them.
 */
export function localPrograms(settings: JsonObject): FoundProgram[] {
  return settingsPrograms(withPermissions(settings, key => !answers.has(key)));
}

/** Lists what local settings allow by answers to the CLI's questions, if the user gave them. */
export function answeredPrograms(settings: JsonObject): FoundProgram[] {
  const { permissions } = withPermissions(settings, key => answers.has(key));
  return isObject(permissions) ? settingsPrograms({ permissions }) : [];
}

function withPermissions(settings: JsonObject, counts: (key: string) => boolean): JsonObject {
  const { permissions } = settings;
  return isObject(permissions)
    ? {
        ...settings,
        permissions: Object.fromEntries(Object.entries(permissions).filter(([key]) => counts(key))),
      }
    : settings;
}

/** Lists the servers of a `.mcp.json`. */
export function serverPrograms({ mcpServers }: JsonObject): FoundProgram[] {
  if (!isObject(mcpServers)) {
    return isNothing(mcpServers) ? [] : [{ kind: 'server', name: '', text: shown(mcpServers) }];
  }
  return Object.entries(mcpServers).map(([name, config]) => {
    const parsed = z.safeParse(server, config);
    const text = parsed.success ? serverText(parsed.data) : shown(config);
    return { kind: 'server', name, text, raw: config };
  });
}

/** Lists the prompts that the CLI gives itself at certain times. */
export function taskPrograms({ tasks }: JsonObject): FoundProgram[] {
  return isNothing(tasks) ? [] : [tasks].flat().map(taskProgram);
}

function taskProgram(task: unknown): FoundProgram {
  const raw = withoutTimes(task);
  const parsed = z.safeParse(scheduledTask, task);
  return parsed.success
    ? { kind: 'command', name: parsed.data.cron, text: parsed.data.prompt, raw }
    : { kind: 'command', name: '', text: shown(raw) };
}

/** Leaves out what the CLI writes each time that it has run a task: the user is not asked again. */
function withoutTimes(task: unknown): unknown {
  const { lastFiredAt: _, ...rest } = isObject(task) ? task : {};
  return isObject(task) ? rest : task;
}

function serverText({ type: _, command, args = [], url, ...rest }: z.output<typeof server>) {
  const line = [command, ...args, url].filter(part => part !== undefined).map(argument);
  return [...line, ...(isNothing(rest) ? [] : [shown(rest)])].join(' ');
}

/** Quotes what is not one plain word, so that its ends are seen. */
function argument(text: string): string {
  return /^[\w./:@%+=,~-]+$/.test(text) ? text : JSON.stringify(text);
}

function hookPrograms(event: string, value: unknown): FoundProgram[] {
  const parsed = z.safeParse(hookEvent, value);
  if (!parsed.success) {
    return isNothing(value) ? [] : [{ kind: 'hook', name: event, text: shown(value) }];
  }
  return parsed.data.flatMap(({ hooks, ...group }) =>
    hooks.map(one => {
      const { type: _, command, ...rest } = one;
      return {
        kind: 'hook' as const,
        name: group.matcher ? `${event} (${group.matcher})` : event,
        text: [command, isNothing(rest) ? undefined : shown(rest)].filter(Boolean).join(' '),
        raw: [event, group, one],
      };
    }),
  );
}

function permissionPrograms(key: string, value: unknown): FoundProgram[] {
  if (narrowing.has(key) || isNothing(value)) {
    return [];
  }
  if (key === 'allow' && Array.isArray(value)) {
    return value.map(rule => ({ kind: 'rule', name: 'allow', text: shown(rule) }));
  }
  if (key === 'defaultMode' && narrowModes.has(value)) {
    return [];
  }
  return [{ kind: 'rule', name: key, text: shown(value) }];
}

function setting(name: string, value: unknown): FoundProgram {
  return { kind: 'setting', name, text: shown(value) };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True for values that switch nothing on. */
function isNothing(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

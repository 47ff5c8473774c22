import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { AcpCommand } from '../../acp/ports';
import { isObject } from '../../base/json';
import * as z from '../../base/schema';

/** Name under which Claude Code itself stands in lists; no entry can take it. */
export const claudeCode = 'Claude Code';

const control = /\p{Cc}/u;
const isName = (text: string) => text.trim() === text && !control.test(text);
const isVariable = (text: string) => /^[^=\0]{1,200}$/.test(text);

const entry = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(60), z.refine(isName)),
  command: z.string().check(z.minLength(1), z.maxLength(4_000), z.refine(isProgram)),
  args: z.optional(z.array(z.string()).check(z.maxLength(100))),
  env: z.optional(z.record(z.string().check(z.refine(isVariable)), z.string())),
});

/** Content of `tandem.agents`: agents that can be used, and why others cannot. */
export interface AgentSetting {
  readonly agents: readonly AcpCommand[];
  /** Sentences for the user, one for each entry that was skipped. */
  readonly problems: readonly string[];
}

/**
 * Reads `tandem.agents`: a list of entries, or an object of entries by name. A bad entry is skipped
 * and does not affect the others.
 */
export function readAgentSetting(value: unknown): AgentSetting {
  const agents = new Map<string, AcpCommand>();
  const problems: string[] = [];
  const entries = entriesOf(value);
  if (!entries) {
    return { agents: [], problems: [l10n.t('The setting is neither a list nor an object.')] };
  }
  for (const { label, given } of entries) {
    const parsed = z.safeParse(entry, given);
    if (!parsed.success) {
      problems.push(l10n.t('{0}: {1}', label, problemOf(parsed.error.issues)));
    } else if (parsed.data.name === claudeCode) {
      problems.push(l10n.t('{0}: this name is taken. Choose another one.', label));
    } else if (agents.has(parsed.data.name)) {
      problems.push(l10n.t('{0}: another agent already has this name.', label));
    } else {
      const { name, command, args = [], env = {} } = parsed.data;
      agents.set(name, { name, command, args, env });
    }
  }
  return { agents: [...agents.values()], problems };
}

interface Entry {
  /** Names the entry in a problem. */
  readonly label: string;
  readonly given: unknown;
}

function entriesOf(value: unknown): readonly Entry[] | undefined {
  if (Array.isArray(value)) {
    return value.map((given: unknown, index) => {
      const name = isObject(given) && typeof given.name === 'string' ? given.name : '';
      return { label: name || l10n.t('Entry {0}', index + 1), given };
    });
  }
  return isObject(value)
    ? Object.entries(value).map(([name, given]) => ({
        label: name,
        given: isObject(given) ? { ...given, name } : given,
      }))
    : undefined;
}

/** A relative path would mean another program in each folder. */
function isProgram(command: string): boolean {
  const isPath = /[\\/]/.test(command);
  return !control.test(command) && (!isPath || isAbsolute(command));
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

function problemOf(issues: readonly Issue[]): string {
  const [member] = issues[0]?.path ?? [];
  switch (member) {
    case 'name':
      return l10n.t('“name” is missing, or has more than 60 characters or control characters.');
    case 'command':
      return l10n.t(
        '“command” is missing, or is neither the name of a program on PATH nor an absolute path.',
      );
    case 'args':
      return l10n.t('“args” must be a list of strings.');
    case 'env':
      return l10n.t('“env” must be an object whose values are strings.');
    default:
      return l10n.t('An agent has “name”, “command”, “args” and “env”, and nothing else.');
  }
}

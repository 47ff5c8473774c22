import * as l10n from '@vscode/l10n';
import type { Choices } from '../choices';

type FromAgent = Pick<Choices, 'foreign'>;

/** Most UTF-16 units of an agent's own name. */
const longestTitle = 60;

/**
 * Returns the name of who answers: "Claude", or the user's name for a foreign agent. Several agents
 * may run one program, whose own title would not tell them apart.
 */
export function agentName({ foreign }: FromAgent): string {
  return foreign ? plain(foreign.name) || plain(foreign.title) : 'Claude';
}

/** Returns the name of the program: "Claude Code", or the name of a foreign agent. */
export function programName({ foreign }: FromAgent): string {
  return foreign ? agentName({ foreign }) : 'Claude Code';
}

/** Returns the program's name and version, such as "Gemini CLI 1.2.0"; undefined for Claude Code. */
export function foreignVersion({ foreign }: FromAgent): string | undefined {
  const version = foreign?.version === undefined ? '' : plain(foreign.version);
  return foreign && l10n.t('{0} {1}', agentName({ foreign }), version).trim();
}

/** Characters that hide or reorder text have no place in a name. */
function plain(name: string): string {
  const text = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return text.slice(0, longestTitle);
}

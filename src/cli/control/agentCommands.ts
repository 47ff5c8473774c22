import { omitUndefined } from '../../base/omitUndefined';
import type { AgentCommand, CommandSource } from '../../contract/commands';
import type { CommandInfo } from '../../protocol/controlSchemas';

/** Longest description, in UTF-16 units: some skills describe themselves in thousands. */
const longestDescription = 300;

/** Steps of the CLI's own dialogs, which answer with raw data. */
const internal: ReadonlySet<string> = new Set(['workflow-launch-exec', 'auto-mode-setup']);

/** Converts commands as the CLI lists them, without those that are not for users. */
export function toCommands(infos: readonly CommandInfo[]): readonly AgentCommand[] {
  const shown = infos.filter(({ name }) => !name.startsWith('__') && !internal.has(name));
  return shown.map(info => {
    const { argumentHint, aliases, builtin } = info;
    const name = promptName(info.name) ?? info.name;
    const { description, source } = describe(name, info.description ?? '', builtin === true);
    return {
      ...{ name, description, source },
      ...omitUndefined({ argumentHint: argumentHint || undefined }),
      ...(aliases && aliases.length > 0 ? { aliases } : {}),
    };
  });
}

/**
 * Newer versions list the prompts of MCP servers as `server:prompt (MCP)`. All versions that know
 * prompts run them by another name.
 */
function promptName(name: string): string | undefined {
  const [, server, prompt] = /^(.+):([^:]+) \(MCP\)$/s.exec(name) ?? [];
  return server && prompt ? `mcp__${server.replace(/[^A-Za-z0-9_-]/g, '_')}__${prompt}` : undefined;
}

/** The CLI has no member for the source: it appends it to the description, in brackets. */
function describe(name: string, text: string, isBuiltIn: boolean) {
  const [, words = text, note] = /^([\s\S]*?)\s*\(([^()]*)\)$/.exec(text) ?? [];
  const source: CommandSource | undefined = isBuiltIn ? 'builtIn' : sourceOf(name, note);
  const description = (source && note && !isBuiltIn ? words : text).replace(/\s+/g, ' ').trim();
  return { description: cut(description), source: source ?? ('other' as const) };
}

function sourceOf(name: string, note: string | undefined): CommandSource | undefined {
  if (name.startsWith('mcp__') || note === 'MCP') return 'server';
  if (note === undefined) return name.includes(':') ? 'plugin' : undefined;
  if (/^user\b/.test(note)) return 'user';
  if (/^(?:project|local)\b/.test(note)) return 'project';
  if (/^plugin\b/.test(note)) return 'plugin';
  return undefined;
}

function cut(text: string): string {
  return text.length <= longestDescription
    ? text
    : `${text.slice(0, longestDescription).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

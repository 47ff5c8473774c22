/**
 * World that a file belongs to: agents of Claude Code, agents of VS Code and GitHub, and prompt
 * files of VS Code.
 */
export type FileWorld = 'claudeAgent' | 'githubAgent' | 'prompt';

export type FindingCode =
  | 'agent.badName'
  | 'agent.noDescription'
  | 'agent.noName'
  | 'body.empty'
  | 'body.long'
  | 'file.oldName'
  | 'head.missing'
  | 'head.open'
  | 'head.unquoted'
  | 'head.yaml'
  | 'key.elsewhere'
  | 'key.old'
  | 'key.repeated'
  | 'key.unknown'
  | 'model.inherits'
  | 'model.near'
  | 'prompt.badInput'
  | 'tool.unknown'
  | 'tools.noAgent'
  | 'value.choice'
  | 'value.type';

/** Something to say about a file. Lines and UTF-16 columns count from 0; `end` is exclusive. */
export interface Finding {
  readonly code: FindingCode;
  /** `error`: the file, or this part of it, has no effect. */
  readonly severity: 'error' | 'warning' | 'information';
  readonly text: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** An agent or a prompt, in the terms of Claude Code. */
export interface AgentFile {
  readonly world: FileWorld;
  /** Name in the head, else that of the file. */
  readonly name: string;
  readonly description?: string;
  readonly argumentHint?: string;
  /** Names of Claude Code's tools; absent: all. */
  readonly tools?: readonly string[];
  readonly deniedTools?: readonly string[];
  /** Alias or id that Claude Code takes; absent: as the conversation. */
  readonly model?: string;
  /** Agent that a prompt asks for: `ask`, `edit`, `agent`, `plan`, or the name of one. */
  readonly agent?: string;
  /** False if no user may choose it. */
  readonly isForUser: boolean;
  /** False if no other agent may hand work to it. */
  readonly isForAgents: boolean;
  /** All values of the head, also those that mean nothing here. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** In the order of their places. */
  readonly findings: readonly Finding[];
}

const endings: readonly (readonly [string, FileWorld])[] = [
  ['.prompt.md', 'prompt'],
  ['.agent.md', 'githubAgent'],
  ['.chatmode.md', 'githubAgent'],
];

/**
 * Returns the world that a path belongs to; undefined for other files.
 * @param configFolder the user's folder of Claude Code, if it has another name than `.claude`
 */
export function worldOf(path: string, configFolder?: string): FileWorld | undefined {
  const plain = path.replaceAll('\\', '/');
  const own = configFolder?.replaceAll('\\', '/');
  const isClaude = plain.includes('/.claude/agents/') || plain.startsWith(`${own}/agents/`);
  if (isClaude) {
    return plain.endsWith('.md') ? 'claudeAgent' : undefined;
  }
  const found = endings.find(([ending]) => plain.endsWith(ending))?.[1];
  const isGithub = /\/\.(?:github|copilot)\/agents\/.*\.md$/.test(plain);
  return found ?? (isGithub ? 'githubAgent' : undefined);
}

/** Returns the name that a file has where its head gives none. */
export function nameOfFile(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return name.replace(/(?:\.(?:prompt|agent|chatmode))?\.md$/i, '');
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../base/json';
import { blocksOf, textOf } from '../../protocol/blocks';
import { parseSessionLine, type SessionLine } from '../../protocol/sessionLine';
import { openSessionFile, readSessionFile, type SubagentFile, sessionPath } from './sessionFile';

/** Maximum bytes per file: a subagent's work is shown within one call. */
const mostOfFile = 16 * 1024 * 1024;
const headLength = 64 * 1024;

interface AgentPath {
  readonly path: string;
  readonly agentId: string;
}

/**
 * Reads the files of a session's subagents as their calls come into view. Up to 2.0.36, they are
 * next to the session files of their folder.
 */
export class SubagentFolder {
  private paths: Promise<readonly AgentPath[]> | undefined;
  private prompts: Promise<ReadonlyMap<string, readonly AgentPath[]>> | undefined;

  constructor(
    private readonly folder: string,
    private readonly session: string,
  ) {}

  /** Returns files of the subagents that these lines started, nested ones included, each once. */
  async filesFor(lines: readonly SessionLine[]): Promise<SubagentFile[]> {
    const files = new Map<string, SubagentFile>();
    let last = lines;
    while (last.length > 0) {
      const found: SubagentFile[] = [];
      for (const { path, agentId } of await this.startedBy(last)) {
        if (!files.has(agentId)) {
          // Without its file, a subagent is not shown; the conversation is.
          const file = await readSessionFile(path, mostOfFile).catch(() => undefined);
          const own = { agentId, lines: file?.lines ?? [], unreadable: file?.unreadable ?? 0 };
          files.set(agentId, own);
          found.push(own);
        }
      }
      last = found.flatMap(file => file.lines);
    }
    return [...files.values()].filter(file => file.lines.length > 0);
  }

  private async startedBy(lines: readonly SessionLine[]): Promise<AgentPath[]> {
    const { named, prompts } = callsIn(lines);
    if (named.size === 0 && prompts.length === 0) {
      return [];
    }
    this.paths ??= this.list();
    const byName = (await this.paths).filter(({ agentId }) => named.has(agentId));
    if (prompts.length === 0) {
      return byName;
    }
    this.prompts ??= this.readPrompts();
    const byPrompt = await this.prompts;
    return [...byName, ...prompts.flatMap(prompt => byPrompt.get(prompt) ?? [])];
  }

  /** Lists all subagent files of the session, read or not. */
  async list(): Promise<readonly AgentPath[]> {
    const own = join(
      this.folder,
      sessionPath('', this.session).replace(/\.jsonl$/, ''),
      'subagents',
    );
    const old: AgentPath[] = [];
    for (const agent of await agentFiles(this.folder)) {
      // Reads little of each file, because hundreds may belong to other sessions.
      const head = await headOf(agent.path, 4096).catch(() => '');
      if (head.includes(`"sessionId":"${this.session}"`)) {
        old.push(agent);
      }
    }
    return [...(await agentFiles(own)), ...old];
  }

  private async readPrompts(): Promise<ReadonlyMap<string, readonly AgentPath[]>> {
    const found = new Map<string, AgentPath[]>();
    for (const agent of (await this.paths) ?? []) {
      const head = await headOf(agent.path, headLength).catch(() => '');
      const prompt = head.split('\n').flatMap(promptIn)[0];
      if (prompt !== undefined) {
        found.set(prompt, [...(found.get(prompt) ?? []), agent]);
      }
    }
    return found;
  }
}

/** Returns agents that results name, and the prompts of calls whose results name none. */
function callsIn(lines: readonly SessionLine[]) {
  const prompts = new Map<string, string>();
  const named = new Set<string>();
  for (const line of lines) {
    if (line.type === 'assistant') {
      for (const block of blocksOf(line.message.content)) {
        if (block.type === 'tool_use' && typeof block.input.prompt === 'string') {
          prompts.set(block.id, block.input.prompt);
        }
      }
    } else if (line.type === 'user' && isObject(line.toolUseResult)) {
      const { agentId } = line.toolUseResult;
      const answered = blocksOf(line.message.content).find(block => block.type === 'tool_result');
      if (answered && typeof agentId === 'string') {
        named.add(agentId);
        prompts.delete(answered.tool_use_id);
      }
    }
  }
  return { named, prompts: [...prompts.values()] };
}

function promptIn(text: string): string[] {
  const parsed = parseSessionLine(text);
  return parsed.kind === 'line' && parsed.line.type === 'user'
    ? [textOf(parsed.line.message.content)]
    : [];
}

async function agentFiles(folder: string): Promise<AgentPath[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    // Most sessions have no subagents.
    return [];
  }
  return names.flatMap(name => {
    const agentId = /^agent-([A-Za-z0-9-]+)\.jsonl$/.exec(name)?.[1];
    return agentId === undefined ? [] : [{ path: join(folder, name), agentId }];
  });
}

async function headOf(path: string, length: number): Promise<string> {
  const file = await openSessionFile(path);
  try {
    const head = Buffer.alloc(length);
    const { bytesRead } = await file.read(head, 0, length, 0);
    return head.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

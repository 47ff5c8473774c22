import { isObject } from '../../base/json';
import { blocksOf, textOf } from '../../protocol/blocks';
import type { SessionLine } from '../../protocol/sessionLine';
import type { SubagentFile } from './sessionFile';

/**
 * Matches subagent files to calls. A call's result names its agent; without a result (an
 * interrupted call, 2.0.36) the prompts are compared. Each file is returned once.
 */
export class SubagentIndex {
  private readonly files: Set<SubagentFile>;
  private readonly agentOfCall = new Map<string, string>();

  constructor(files: readonly SubagentFile[], lines: readonly SessionLine[]) {
    this.files = new Set(files);
    for (const line of [...lines, ...files.flatMap(file => file.lines)]) {
      const result = line.type === 'user' && isObject(line.toolUseResult) ? line.toolUseResult : {};
      const [answered] =
        line.type === 'user'
          ? blocksOf(line.message.content).filter(block => block.type === 'tool_result')
          : [];
      if (answered && typeof result.agentId === 'string') {
        this.agentOfCall.set(answered.tool_use_id, result.agentId);
      }
    }
  }

  take(callId: string, input: Readonly<Record<string, unknown>>): SubagentFile | undefined {
    const named = this.agentOfCall.get(callId);
    const file = [...this.files].find(candidate =>
      named === undefined
        ? typeof input.prompt === 'string' && promptOf(candidate) === input.prompt
        : candidate.agentId === named,
    );
    if (file) {
      this.files.delete(file);
    }
    return file;
  }
}

function promptOf(file: SubagentFile): string | undefined {
  const first = file.lines.find(line => line.type === 'user');
  return first && textOf(first.message.content);
}

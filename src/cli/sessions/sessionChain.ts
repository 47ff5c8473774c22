import type { ConversationLine, SessionLine } from '../../protocol/sessionLine';
import { isConversationLine } from '../../protocol/sessionLine';

/**
 * The conversation as it stands: from the newest leaf back to the first line. A file is a tree, because
 * resuming at a message and rewinding leave dead branches behind. Safe against cycles.
 * @param end the id of the line to end with, instead of the newest leaf; empty when there is none
 */
export function sessionChain(lines: readonly SessionLine[], end?: string): ConversationLine[] {
  const { byId, leaf } = treeOf(lines);
  const last = end === undefined ? leaf : byId.get(end);
  return withParallelBranches(chainTo(last, byId), byId);
}

/**
 * The one way back along the parents, which is what the CLI itself takes up, with what hangs on its
 * newest message. Of parallel calls it holds the last result only.
 */
export function directChain(lines: readonly SessionLine[], end?: string): ConversationLine[] {
  const { byId, leaf } = treeOf(lines);
  if (end !== undefined) {
    return chainTo(byId.get(end), byId);
  }
  const last = [...byId.values()].at(-1);
  const chain = chainTo(last, byId);
  return leaf && chain.includes(leaf) ? chain : chainTo(leaf, byId);
}

function treeOf(lines: readonly SessionLine[]) {
  const byId = new Map<string, ConversationLine>();
  let leaf: ConversationLine | undefined;
  for (const line of lines) {
    if (isConversationLine(line) && !line.isSidechain) {
      byId.set(line.uuid, line);
      // A reminder or a note hangs on a message and is no end of its own.
      leaf = line.type === 'user' || line.type === 'assistant' ? line : leaf;
    }
  }
  return { byId, leaf };
}

/** A subagent's file holds one conversation, all of whose lines are side lines. */
export function sidechain(lines: readonly SessionLine[]): ConversationLine[] {
  return lines.filter(isConversationLine);
}

function chainTo(
  leaf: ConversationLine | undefined,
  byId: ReadonlyMap<string, ConversationLine>,
): ConversationLine[] {
  const chain: ConversationLine[] = [];
  const seen = new Set<string>();
  let line = leaf;
  while (line && !seen.has(line.uuid)) {
    seen.add(line.uuid);
    chain.push(line);
    line = byId.get(parentOf(line) ?? '');
  }
  return chain.reverse();
}

/** A compaction starts anew; what came before it is still worth reading. */
export function parentOf(line: ConversationLine): string | undefined {
  const logical = line.type === 'system' ? line.logicalParentUuid : undefined;
  return line.parentUuid ?? logical ?? undefined;
}

/**
 * Parallel tool calls are blocks of one message whose results hang each on its own call, so that a
 * walk along the parents passes by some of them: whatever carries a message id or answers a call of the
 * chain belongs to it.
 */
export function withParallelBranches(
  chain: readonly ConversationLine[],
  /** In the order of the file. */
  byId: ReadonlyMap<string, ConversationLine>,
): ConversationLine[] {
  const wanted = new Set(chain.map(line => line.uuid));
  const messages = new Set(chain.flatMap(line => messageIdOf(line) ?? []));
  for (const line of byId.values()) {
    const id = messageIdOf(line);
    if (id !== undefined && messages.has(id)) {
      wanted.add(line.uuid);
    }
  }
  for (const line of byId.values()) {
    if (line.type === 'user' && line.parentUuid && wanted.has(line.parentUuid) && isResult(line)) {
      wanted.add(line.uuid);
    }
  }
  return wanted.size === chain.length
    ? [...chain]
    : [...byId.values()].filter(line => wanted.has(line.uuid));
}

function messageIdOf(line: ConversationLine): string | undefined {
  return line.type === 'assistant' ? line.message.id : undefined;
}

function isResult(line: ConversationLine): boolean {
  const content = line.type === 'user' ? line.message.content : '';
  return typeof content !== 'string' && content.some(block => block.type === 'tool_result');
}

import type { ConversationLine, SessionLine } from '../../protocol/sessionLine';
import { isConversationLine } from '../../protocol/sessionLine';

/**
 * Returns the current conversation, from the first line to the newest leaf. A file is a tree,
 * because resuming at a message and rewinding leave dead branches behind. Safe against cycles.
 * @param end id of the last line, instead of the newest leaf; if no line has it, the chain is empty
 */
export function sessionChain(lines: readonly SessionLine[], end?: string): ConversationLine[] {
  const { byId, leaf } = treeOf(lines);
  const last = end === undefined ? leaf : byId.get(end);
  return withParallelBranches(chainTo(last, byId), byId);
}

/**
 * Follows the parent links alone, as the CLI does on resume, and adds lines attached to the newest
 * message. Of parallel calls, only the last result is included.
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
      // Reminders and notes are attached to a message and never end a conversation.
      leaf = line.type === 'user' || line.type === 'assistant' ? line : leaf;
    }
  }
  return { byId, leaf };
}

/** Returns a subagent's conversation: its file holds only one, all in sidechain lines. */
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

/**
 * Returns the parent's id; across a compaction the logical parent's, to keep the history. If the
 * compaction kept the last messages, its logical parent may be no line; the last of them is.
 */
export function parentOf(line: ConversationLine): string | undefined {
  if (line.parentUuid || line.type !== 'system') {
    return line.parentUuid ?? undefined;
  }
  const { compactMetadata: facts, logicalParentUuid } = line;
  return facts?.preservedSegment?.tailUuid ?? logicalParentUuid ?? undefined;
}

/**
 * Completes parallel tool calls: blocks of one message, with each result attached to its own call.
 * The parent links skip some of them. Adds lines that share a message id with the chain or answer
 * one of its calls.
 */
export function withParallelBranches(
  chain: readonly ConversationLine[],
  /** Lines in file order. */
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

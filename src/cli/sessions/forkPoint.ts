import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ForkPoint, SentPrompt } from '../../protocol/agentSource';
import { blocksOf, readContent } from '../../protocol/blocks';
import {
  type AssistantLine,
  type ConversationLine,
  isConversationLine,
  type SessionLine,
} from '../../protocol/sessionLine';
import { type CliVersion, isAtLeast } from '../launch/version';
import { lineTime } from './lineTime';
import { directChain } from './sessionChain';
import { ownText } from './storedPrompt';
import { commandTyped } from './storedText';

/** First version that takes a line's id; earlier versions take the answer's API id. */
export const namesLinesSince: CliVersion = '2.0.44';

/** Milliseconds by which the agent's clock may be behind ours. */
const tolerance = 60_000;

/**
 * Finds where to cut a session so that it ends before a prompt: after the last answer, or after
 * lines between the two (a result that the prompt joined, a note that the answer was stopped).
 * @param until id of the line that counts as the session's last; absent: its newest line
 * @throws UserError `session.absent`, `session.leftBranch`, `session.compacted`, `session.unsupported`
 */
export function forkPoint(
  lines: readonly SessionLine[],
  prompt: SentPrompt,
  version: CliVersion,
  until?: string,
): ForkPoint {
  const chain = directChain(lines, until);
  const before = chain.slice(0, indexOfPrompt(chain, prompt, lines));
  const compaction = chain.findLastIndex(isCompaction);
  if (compaction >= before.length) {
    throw new UserError(
      'session.compacted',
      l10n.t(
        'Claude Code has summarized the conversation since this message and cannot go back behind that.',
      ),
    );
  }
  const cut = lastCut(before.slice(compaction + 1), version);
  if (!cut) {
    return { kind: 'first' };
  }
  answerName(before, cut.uuid, version);
  return { kind: 'at', at: cut.uuid };
}

/**
 * Returns the id with which this version cuts after a line.
 * @throws UserError `session.unsupported`, `session.absent`
 */
export function cutArgument(
  lines: readonly SessionLine[],
  uuid: string,
  version: CliVersion,
): string {
  return answerName(directChain(lines, uuid), uuid, version);
}

/** Whether the lines suffice: they include the prompt, or begin long before it was sent. */
export function holdsPrompt(lines: readonly SessionLine[], { id, at }: SentPrompt): boolean {
  return lines
    .filter(isConversationLine)
    .some(line => namesOf(line).includes(id) || (lineTime(line) ?? at) < at - tolerance);
}

function answerName(chain: readonly ConversationLine[], uuid: string, version: CliVersion): string {
  if (isAtLeast(version, namesLinesSince)) {
    return uuid;
  }
  const line = chain.find(one => one.uuid === uuid);
  const name = line?.type === 'assistant' ? line.message.id : undefined;
  if (name === undefined) {
    throw absent();
  }
  // This version cuts after the first line of the answer and would lose the others.
  const first = chain.find(one => one.type === 'assistant' && one.message.id === name);
  if (first !== line) {
    throw new UserError(
      'session.unsupported',
      l10n.t(
        'Claude Code {0} cannot go back to an answer that has more than one part. A newer version can.',
        version,
      ),
    );
  }
  return name;
}

function indexOfPrompt(
  chain: readonly ConversationLine[],
  prompt: SentPrompt,
  lines: readonly SessionLine[],
): number {
  const named = chain.findIndex(line => namesOf(line).includes(prompt.id));
  const index = named === -1 ? chain.findIndex(line => hasText(line, prompt)) : named;
  if (index !== -1) {
    return index;
  }
  if (lines.filter(isConversationLine).some(line => namesOf(line).includes(prompt.id))) {
    throw new UserError(
      'session.leftBranch',
      l10n.t('The conversation has since gone another way than this message.'),
    );
  }
  // The newest message is stored with a delay; old versions store it with its answer.
  const lastTime = Math.max(0, ...chain.flatMap(line => lineTime(line) ?? []));
  if (prompt.at < lastTime) {
    throw absent();
  }
  return chain.length;
}

/** Returns all ids of a line: a prompt that joined a running turn is stored under a new id. */
function namesOf(line: ConversationLine): string[] {
  const source = line.type === 'attachment' ? line.attachment?.source_uuid : undefined;
  return source === undefined ? [line.uuid] : [line.uuid, source];
}

/** Compares text and time, because some versions give every prompt a new id. */
function hasText(line: ConversationLine, { text, at }: SentPrompt): boolean {
  const time = lineTime(line);
  return time !== undefined && time >= at && textOfPrompt(line) === text;
}

function textOfPrompt(line: ConversationLine): string | undefined {
  switch (line.type) {
    case 'user': {
      const text = ownText(line.message.content);
      return line.isMeta ? undefined : (commandTyped(text) ?? text);
    }
    case 'system':
      return line.content && commandTyped(line.content);
    case 'attachment':
      return line.attachment?.type === 'queued_command'
        ? ownText(readContent(line.attachment.prompt))
        : undefined;
    default:
      return undefined;
  }
}

function isCompaction(line: ConversationLine): boolean {
  return line.type === 'system' && line.subtype === 'compact_boundary';
}

/** Returns the last line that every version finds when it resumes the session. */
function lastCut(
  before: readonly ConversationLine[],
  version: CliVersion,
): ConversationLine | undefined {
  const answered = new Set(before.flatMap(resultsIn));
  return before.findLast(line => {
    if (line.type === 'user') {
      return !line.isMeta && isAtLeast(version, namesLinesSince);
    }
    return line.type === 'assistant' && isKept(line, answered);
  });
}

/** Whether a resumed session keeps a line: not thinking alone, unanswered calls or errors. */
function isKept(line: AssistantLine, answered: ReadonlySet<string>): boolean {
  return (
    !line.isApiErrorMessage &&
    blocksOf(line.message.content).some(
      block => block.type === 'text' || (block.type === 'tool_use' && answered.has(block.id)),
    )
  );
}

function resultsIn(line: ConversationLine): string[] {
  return line.type === 'user'
    ? blocksOf(line.message.content).flatMap(block =>
        block.type === 'tool_result' ? [block.tool_use_id] : [],
      )
    : [];
}

function absent(): UserError {
  return new UserError(
    'session.absent',
    l10n.t('Claude Code has not stored this message, so the conversation cannot be cut before it.'),
  );
}

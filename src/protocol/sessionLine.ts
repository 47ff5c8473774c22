import { messageOf } from '../base/errors';
import { isObject } from '../base/json';
import * as z from '../base/schema';
import { flag, lenient, number, text } from './lenient';
import { assistantMessage, userMessage } from './message';

/** Members of a conversation line. The lines form a tree: `parentUuid` names the previous line. */
const place = {
  uuid: z.string(),
  parentUuid: z.catch(z.nullish(z.string()), null),
  /** True if a subagent wrote the line. */
  isSidechain: flag,
  agentId: text,
  timestamp: text,
  sessionId: text,
  cwd: text,
  version: text,
  permissionMode: text,
};

const lines = {
  user: z.looseObject({
    ...place,
    type: z.literal('user'),
    message: userMessage,
    toolUseResult: z.optional(z.unknown()),
    /** Why a call did not run, from 2.1.200 on; `tool_result_meta` of the frame. */
    toolDenialKind: text,
    permissionDecision: lenient(z.looseObject({ decision: text })),
    isMeta: flag,
  }),
  assistant: z.looseObject({
    ...place,
    type: z.literal('assistant'),
    message: assistantMessage,
    isApiErrorMessage: flag,
    error: text,
  }),
  system: z.looseObject({
    ...place,
    type: z.literal('system'),
    subtype: text,
    content: text,
    /** Line that precedes a compaction; the compaction's own `parentUuid` is null. */
    logicalParentUuid: z.catch(z.nullish(z.string()), null),
    compactMetadata: lenient(
      z.looseObject({
        trigger: text,
        preTokens: number,
        postTokens: number,
        /** The last messages before the compaction, which stay as they are. */
        preservedSegment: lenient(z.looseObject({ tailUuid: text })),
      }),
    ),
  }),
  /** Reminders for the model, and prompts that joined a running turn. */
  attachment: z.looseObject({
    ...place,
    type: z.literal('attachment'),
    attachment: lenient(
      z.looseObject({
        type: text,
        prompt: z.optional(z.unknown()),
        commandMode: text,
        /** Id that the prompt was sent with. */
        source_uuid: text,
      }),
    ),
  }),
  /** Written by 2.1.50. */
  progress: z.looseObject({ ...place, type: z.literal('progress') }),
  'custom-title': z.looseObject({ type: z.literal('custom-title'), customTitle: z.string() }),
  'ai-title': z.looseObject({ type: z.literal('ai-title'), aiTitle: z.string() }),
  /** Written up to 2.0.x. */
  summary: z.looseObject({ type: z.literal('summary'), summary: z.string(), leafUuid: text }),
  'last-prompt': z.looseObject({
    type: z.literal('last-prompt'),
    lastPrompt: text,
    leafUuid: text,
  }),
} as const;

type Lines = { [Name in keyof typeof lines]: z.output<(typeof lines)[Name]> };

export type SessionLine = Lines[keyof Lines];
export type UserLine = Lines['user'];
export type AssistantLine = Lines['assistant'];
type SystemLine = Lines['system'];
export type ConversationLine =
  | UserLine
  | AssistantLine
  | SystemLine
  | Lines['attachment']
  | Lines['progress'];

export type ParsedSessionLine =
  | { kind: 'line'; line: SessionLine }
  /** Bookkeeping of the CLI, or a type added later. */
  | { kind: 'other'; type: string; link?: Lines['progress'] }
  | { kind: 'invalid'; error: string; link?: Lines['progress'] };

/**
 * Reads one line of a stored session. Never throws. A line that cannot be shown may still be part
 * of the tree: its `link` leads to the lines before it.
 */
export function parseSessionLine(text: string): ParsedSessionLine {
  let wire: unknown;
  try {
    wire = JSON.parse(text);
  } catch (error) {
    return { kind: 'invalid', error: messageOf(error) };
  }
  const type = isObject(wire) ? wire.type : undefined;
  if (typeof type !== 'string') {
    return { kind: 'invalid', error: 'no type' };
  }
  if (!Object.hasOwn(lines, type)) {
    return { kind: 'other', type, ...linkOf(wire) };
  }
  const parsed = lines[type as keyof Lines].safeParse(wire);
  return parsed.success
    ? { kind: 'line', line: parsed.data as SessionLine }
    : {
        kind: 'invalid',
        error: parsed.error.issues[0]?.message ?? 'malformed',
        ...linkOf(wire),
      };
}

function linkOf(wire: unknown): { link?: Lines['progress'] } {
  const { uuid, parentUuid, isSidechain } = isObject(wire) ? wire : {};
  const link = lines.progress.safeParse({ type: 'progress', uuid, parentUuid, isSidechain });
  return link.success ? { link: link.data as Lines['progress'] } : {};
}

export function isConversationLine(line: SessionLine): line is ConversationLine {
  return 'uuid' in line;
}

import {
  blocksOf,
  type ContentBlock,
  type ResultContent,
  type ToolResultBlock,
  textOf,
} from '../../protocol/blocks';
import type { ResultFrame, SystemFrames, UserFrame } from '../../protocol/frameSchemas';
import type { ConversationLine, UserLine } from '../../protocol/sessionLine';
import { type CliVersion, isAtLeast } from '../launch/version';
import { isOwnRefusal } from '../translate/calls/toolStatus';

// Converts stored lines to the frames that a live process would have sent.

/** First tested version that stores why a call did not run. */
const storesDenialsSince: CliVersion = '2.1.200';

export function userFrame(content: ResultContent) {
  return {
    type: 'user' as const,
    message: { content },
    parent_tool_use_id: null,
    tool_use_result: undefined,
    tool_result_meta: [],
  };
}

/** @param parent call of the subagent that made the calls */
export function resultsFrame(line: UserLine, parent: string | undefined): UserFrame {
  const { message, toolUseResult } = line;
  const [result, ...others] = blocksOf(message.content).filter(isResult);
  // With several results in one line, what is stored beside them cannot be assigned.
  const meta = result && others.length === 0 ? [resultMeta(result, line)] : [];
  return {
    type: 'user',
    message,
    parent_tool_use_id: parent ?? null,
    tool_use_result: toolUseResult,
    tool_result_meta: meta,
  };
}

function resultMeta(
  result: ToolResultBlock,
  line: UserLine,
): UserFrame['tool_result_meta'][number] {
  const { toolDenialKind: kind, permissionDecision, version } = line;
  // Older versions store only the text, which a program may print in a newer one.
  const isOld = version !== undefined && !isAtLeast(version, storesDenialsSince);
  const isRefused = isOld && isOwnRefusal(textOf(result.content));
  return {
    id: result.tool_use_id,
    non_execution_kind: kind ?? (isRefused ? 'permission-rule' : undefined),
    permission_decision: permissionDecision,
  };
}

function isResult(block: ContentBlock): block is ToolResultBlock {
  return block.type === 'tool_result';
}

export function resultFrame(error: string | undefined, isCutOff: boolean): ResultFrame {
  return {
    type: 'result',
    subtype: 'success',
    is_error: error !== undefined,
    result: error,
    terminal_reason: isCutOff && error === undefined ? 'aborted_tools' : undefined,
    permission_denials: [],
  };
}

type SystemLine = Extract<ConversationLine, { readonly type: 'system' }>;

export function compactBoundary({
  compactMetadata: facts,
}: Pick<SystemLine, 'compactMetadata'>): SystemFrames['compact_boundary'] {
  return {
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: {
      trigger: facts?.trigger,
      pre_tokens: facts?.preTokens,
      post_tokens: facts?.postTokens,
    },
  };
}

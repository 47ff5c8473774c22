import type { ResultContent } from '../../protocol/blocks';
import type { ResultFrame, SystemFrames } from '../../protocol/frameSchemas';
import type { ConversationLine } from '../../protocol/sessionLine';

// Converts stored lines to the frames that a live process would have sent.

export function userFrame(content: ResultContent, parent?: string, structured?: unknown) {
  return {
    type: 'user' as const,
    message: { content },
    parent_tool_use_id: parent ?? null,
    tool_use_result: structured,
    tool_result_meta: [],
  };
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

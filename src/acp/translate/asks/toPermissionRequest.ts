import type { PromptId } from '../../../contract/ids';
import type { OfferedAnswer } from '../../../contract/prompts';
import type { ToolCall } from '../../../contract/tools';
import type { PermissionRequest } from '../../../protocol/agentSource';
import { oneLine } from '../text/foreignText';
import type { AcpCall } from '../tools/acpCall';
import { diffProposal } from './diffProposal';

const longestReason = 1_000;

/** Families whose card shows in its request what their content says, too. */
const selfExplaining: ReadonlySet<ToolCall['family']> = new Set(['edit', 'write', 'plan', 'bash']);

/**
 * Describes a call that waits for the user. All agents get the same kind of prompt: their answers
 * to questions and plans are among those that they offer.
 */
export function toPermissionRequest(
  call: AcpCall,
  promptId: PromptId,
  offered: readonly OfferedAnswer[],
  cwd: string,
): PermissionRequest {
  const shown = call.toCall();
  const edit =
    shown.family === 'edit' || shown.family === 'write' ? diffProposal(call.diffs, cwd) : undefined;
  const reason = selfExplaining.has(shown.family) ? '' : saidBy(shown);
  return {
    prompt: {
      kind: 'permission',
      id: promptId,
      toolId: shown.id,
      // A prompt shows the request; what is there already of the result would hide it.
      call: { ...withPlan(shown), content: [] },
      ...(reason === '' ? {} : { reason }),
      suggestions: [],
      offered,
      hasDiff: edit !== undefined,
    },
    tool: call.tool,
    input: call.wireInput,
    ...(edit ? { edit } : {}),
  };
}

/** Some agents send a plan as the content of its call. */
function withPlan(call: ToolCall): ToolCall {
  if (call.family !== 'plan' || call.input?.plan !== undefined) {
    return call;
  }
  const [plan] = call.content.flatMap(one =>
    one.type === 'markdown' || one.type === 'text' ? [one.text] : [],
  );
  return plan === undefined ? call : { ...call, input: { ...call.input, plan } };
}

function saidBy({ content }: ToolCall): string {
  const [said = ''] = content.flatMap(one =>
    (one.type === 'markdown' || one.type === 'text') && typeof one.text === 'string'
      ? [one.text]
      : [],
  );
  return oneLine(said, longestReason);
}

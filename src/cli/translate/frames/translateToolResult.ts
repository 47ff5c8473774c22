import * as l10n from '@vscode/l10n';
import type { ConversationEvent } from '../../../contract/events';
import { type ToolResultBlock, textOf } from '../../../protocol/blocks';
import type { UserFrame } from '../../../protocol/frameSchemas';
import type { TranslatorState } from '../state/translatorState';

type ResultMeta = UserFrame['tool_result_meta'][number];

/** @param structured the frame's `tool_use_result`, if it belongs to this block */
export function translateToolResult(
  block: ToolResultBlock,
  structured: unknown,
  meta: ResultMeta | undefined,
  { tools, tasks, todos }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const facts = {
    structured,
    decision: meta?.permission_decision?.decision,
    nonExecution: meta?.non_execution_kind,
  };
  const outcome = tools.result(block, facts, now);
  if (!outcome) {
    const what = l10n.t(
      'result of the unknown call {0}: {1}',
      block.tool_use_id,
      textOf(block.content),
    );
    return [{ type: 'unknown', what, at: now }];
  }
  const { finished } = outcome;
  const launched = tasks.launched(block.tool_use_id, structured, textOf(block.content));
  const events = [...outcome.events, ...launched];
  // A subagent has a separate list.
  const list = finished && !finished.isSubagent ? todos.apply(finished) : undefined;
  return list ? [...events, { type: 'todos.changed', todos: list }] : events;
}

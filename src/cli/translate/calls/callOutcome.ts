import { isObject } from '../../../base/json';
import type { ToolContent, ToolStatus } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import { isLaunch } from '../tools/agents';
import { contentOf, errorText, imagesOf } from '../tools/resultBlocks';
import type { ToolResult, ToolSpec } from '../tools/toolSpec';
import type { CallOutcome, OpenCall } from './openCall';
import { type FailureFacts, failureStatus, hasNeverBegun, isBoilerplate } from './toolStatus';

export function failureOutcome(
  call: OpenCall,
  result: ToolResult,
  facts: Pick<FailureFacts, 'decision' | 'nonExecution' | 'version'>,
): CallOutcome {
  const { text } = result;
  const status = failureStatus({ ...facts, text, isDenied: call.isDenied });
  return {
    status,
    neverBegan: status === 'interrupted' && hasNeverBegun({ ...facts, text }),
    content: failureContent(call.spec, result),
    isBackground: call.isBackground,
  };
}

export function successOutcome(call: OpenCall, result: ToolResult): CallOutcome {
  const isBackground = goesOn(call, result);
  return {
    status: isBackground ? 'running' : doneStatus(result.structured),
    content: call.spec.content?.(result) ?? contentOf(result.content),
    isBackground,
  };
}

/**
 * Whether a call continues in the background. Versions without task frames (up to 2.1.20) never
 * report the end, so the call counts as done once it has started.
 */
function goesOn(call: OpenCall, { structured }: ToolResult): boolean {
  if (call.isAgent) {
    return isLaunch(structured);
  }
  return call.hasTask && readToolResult('bash', structured)?.backgroundTaskId !== undefined;
}

function doneStatus(structured: unknown): ToolStatus {
  return isObject(structured) && structured.interrupted === true ? 'interrupted' : 'done';
}

function failureContent(spec: ToolSpec, result: ToolResult): ToolContent[] {
  const special = spec.failure?.(result);
  if (special) {
    return special;
  }
  const text = errorText(result.text);
  return [
    ...(text === '' || isBoilerplate(text) ? [] : [{ type: 'error' as const, text }]),
    ...imagesOf(result.content),
  ];
}

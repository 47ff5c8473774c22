import type { JsonObject } from '../../base/json';
import type { ParsedLine } from '../../protocol/frames';

/** Call of a tool, as the main agent makes it. */
interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** Returns the calls of tools in a frame. */
export function toolCallsIn(parsed: ParsedLine): readonly ToolCall[] {
  if (parsed.kind !== 'frame' || parsed.frame.type !== 'assistant') {
    return [];
  }
  const { content } = parsed.frame.message;
  return (typeof content === 'string' ? [] : content).flatMap(block =>
    block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
  );
}

import { isAboutLostTodo } from '../contract/todoAnswer';
import type { ToolCall, ToolContent } from '../contract/tools';

/** Returns the output of a call without what only the model needs; all of it if the call failed. */
export function shownContents(call: ToolCall): readonly ToolContent[] {
  const { content, status } = call;
  if (status === 'failed' || status === 'denied') {
    return content;
  }
  const without = (...types: ToolContent['type'][]) =>
    content.filter(({ type }) => !types.includes(type));
  const has = (type: ToolContent['type']) => content.some(one => one.type === type);
  switch (call.family) {
    case 'bash':
      // The text about a background command has its id and a path.
      return content.some(one => one.type === 'terminal' && one.backgroundId)
        ? without('text')
        : content;
    case 'shellStop':
      return [];
    case 'question':
      return has('answers') ? without('text') : content;
    case 'plan':
      return without('text');
    case 'task':
      return has('todos') || isToldByInput(call) ? without('text') : content;
    case 'todoWrite':
      return without('text', 'fields');
    default:
      return content;
  }
}

/** Returns whether the answer about a to-do only repeats what was asked for. */
function isToldByInput({ family, input, status, content }: ToolCall): boolean {
  const action = family === 'task' ? input?.action : undefined;
  return (
    status === 'done' &&
    (action === 'create' || action === 'update') &&
    !content.some(one => one.type === 'text' && isAboutLostTodo(one.text))
  );
}

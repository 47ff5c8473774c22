import type { Todo } from '../../src/contract/content';
import type { Conversation, ToolItem, Turn } from '../../src/contract/conversation';
import { isTodoCall } from '../../src/transcript/todoCalls';
import { askAbout, todoCallsOf } from './ownedItems';

/** Returns the to-do updates of the same agent in a turn that share a line, in order. */
export function todoCallsWith(turn: Turn, { call }: ToolItem): readonly ToolItem[] {
  return todoCallsOf(turn, call.parentToolId).filter(
    one => isTodoCall(one) && askAbout(turn, one.call.id) === undefined,
  );
}

/**
 * Returns the list after some updates, as far as these tell all of it. Single updates do not: they
 * change a list that an earlier turn may have begun.
 */
export function todosAfter(calls: readonly ToolItem[]): readonly Todo[] | undefined {
  for (const { call } of [...calls].reverse()) {
    const listed = call.content.find(content => content.type === 'todos');
    if (listed) {
      return listed.todos;
    }
    if (call.family === 'todoWrite') {
      return call.input?.todos;
    }
  }
  return undefined;
}

/** @returns true if no later turn has changed the to-do list */
export function isNewestTodo({ turns, open }: Conversation, turn: Turn): boolean {
  const newest =
    open && hasTodos(open)
      ? open
      : turns.findLast(other => other.id === turn.id || hasTodos(other));
  return newest?.id === turn.id;
}

function hasTodos(turn: Turn): boolean {
  return todoCallsOf(turn, undefined).length > 0;
}

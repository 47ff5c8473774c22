import { omitUndefined } from '../../../base/omitUndefined';
import type { Todo, TodoStatus } from '../../../contract/content';
import { readToolResult, type ToolResults } from '../../../protocol/toolResults';
import { textAt, toolSpec } from './toolSpec';

interface WireTodo {
  readonly content: string;
  readonly status: string;
  readonly activeForm?: string | undefined;
}

export function toTodoStatus(status: string | undefined): TodoStatus {
  return status === 'in_progress' || status === 'completed' ? status : 'pending';
}

/** Numbers the items of TodoWrite by position, because they have no ids. */
export function toTodos(items: readonly WireTodo[]): Todo[] {
  return items.map((item, index) =>
    omitUndefined({
      id: String(index + 1),
      text: item.content,
      status: toTodoStatus(item.status),
      activeText: item.activeForm,
    }),
  );
}

export function taskTodo(task: ToolResults['taskOne']['task']): Todo {
  const blockedBy = task.blockedBy?.length ? task.blockedBy : undefined;
  return omitUndefined({
    id: task.id,
    text: task.subject,
    status: toTodoStatus(task.status),
    blockedBy,
  });
}

export const todoWrite = toolSpec(
  'todoWrite',
  'todoWrite',
  wire => ({ todos: toTodos(wire.todos) }),
  {
    content: ({ structured }) => {
      const parts = readToolResult('todoWrite', structured);
      return parts && [{ type: 'todos', todos: toTodos(parts.newTodos) }];
    },
  },
);

export const taskCreate = toolSpec(
  'task',
  'taskCreate',
  wire =>
    omitUndefined({
      action: 'create' as const,
      subject: wire.subject,
      description: wire.description,
      activeText: wire.activeForm,
    }),
  { target: input => textAt(input, 'subject') },
);

export const taskUpdate = toolSpec(
  'task',
  'taskUpdate',
  wire =>
    omitUndefined({
      action: 'update' as const,
      taskId: wire.taskId,
      subject: wire.subject,
      description: wire.description,
      activeText: wire.activeForm,
      status: wire.status,
    }),
  { target: taskNumber },
);

export const taskGet = toolSpec(
  'task',
  'taskGet',
  wire => ({ action: 'get', taskId: wire.taskId }),
  { target: taskNumber },
);

export const taskList = toolSpec('task', 'taskList', () => ({ action: 'list' }), {
  content: ({ structured }) => {
    const parts = readToolResult('taskList', structured);
    return parts && [{ type: 'todos', todos: parts.tasks.map(taskTodo) }];
  },
});

function taskNumber(input: Readonly<Record<string, unknown>>): string | undefined {
  const id = textAt(input, 'taskId');
  return id === undefined ? undefined : `#${id}`;
}

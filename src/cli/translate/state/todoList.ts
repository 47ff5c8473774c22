import { omitUndefined } from '../../../base/omitUndefined';
import type { Todo } from '../../../contract/content';
import { isAboutLostTodo } from '../../../contract/todoAnswer';
import { readToolInput } from '../../../protocol/toolInputs';
import { readToolResult } from '../../../protocol/toolResults';
import type { FinishedCall } from '../calls/toolTracker';
import { taskTodo, toTodoStatus, toTodos } from '../tools/todoTools';

/** The agent's task list, built from TodoWrite as well as TaskCreate and related tools. */
export class TodoList {
  private known: readonly Todo[] | undefined;
  /** Ids that the session has given, also to tasks that are deleted by now. */
  private given = new Set<string>();

  /** @param before returns the to-dos of earlier processes, which the CLI keeps with the session */
  constructor(private readonly before: () => readonly Todo[] = () => []) {}

  /** @returns the list after a successful call; `undefined` if the call does not concern it */
  apply(call: FinishedCall): readonly Todo[] | undefined {
    const next = this.next(call);
    if (next) {
      this.known = next;
    }
    return next;
  }

  clear(): void {
    this.known = [];
    this.given.clear();
  }

  /** Asked for late: what was stored long ago is read after the process has started. */
  private get todos(): readonly Todo[] {
    this.known ??= this.before();
    return this.known;
  }

  private next({ tool, input, structured, text }: FinishedCall): readonly Todo[] | undefined {
    switch (tool) {
      case 'TodoWrite': {
        const written = readToolResult('todoWrite', structured)?.newTodos;
        const todos = written ?? readToolInput('todoWrite', input).value?.todos;
        return todos && toTodos(todos);
      }
      case 'TaskCreate': {
        const id =
          readToolResult('taskOne', structured)?.task.id ?? /^Task #(\S+) created/.exec(text)?.[1];
        return id === undefined ? undefined : this.created(id, input);
      }
      case 'TaskUpdate':
        // The CLI reports no error for a task that does not exist.
        return isAboutLostTodo(text) ? undefined : this.updated(input);
      case 'TaskList':
        return readToolResult('taskList', structured)?.tasks.map(task =>
          this.merged(taskTodo(task)),
        );
      case 'TaskGet': {
        const task = readToolResult('taskOne', structured)?.task;
        return task && this.put(this.merged(taskTodo(task)));
      }
      default:
        return undefined;
    }
  }

  private created(id: string, input: FinishedCall['input']): readonly Todo[] | undefined {
    const { value } = readToolInput('taskCreate', input);
    const { subject, activeForm } = value ?? {};
    if (subject === undefined) {
      return undefined;
    }
    if (this.given.has(id) || this.find(id)) {
      // No session gives an id twice: this is a fork, which begins with an empty list.
      this.clear();
    }
    this.given.add(id);
    return this.put(
      omitUndefined({ id, text: subject, status: 'pending' as const, activeText: activeForm }),
    );
  }

  private updated(input: FinishedCall['input']): readonly Todo[] | undefined {
    const { value, rest } = readToolInput('taskUpdate', input);
    if (!value) {
      return undefined;
    }
    if (value.status === 'deleted') {
      return this.todos.filter(todo => todo.id !== value.taskId);
    }
    // A task of a part that is not read: only its number is known until it is listed.
    const old = this.find(value.taskId) ?? {
      id: value.taskId,
      text: value.subject ?? `#${value.taskId}`,
      status: 'pending',
    };
    const blockers = [...(old.blockedBy ?? []), ...strings(rest.addBlockedBy)];
    const changed = this.put(
      omitUndefined({
        ...old,
        text: value.subject ?? old.text,
        status: value.status === undefined ? old.status : toTodoStatus(value.status),
        activeText: value.activeForm ?? old.activeText,
        blockedBy: blockers.length > 0 ? [...new Set(blockers)] : undefined,
      }),
    );
    const blocked = new Set(strings(rest.addBlocks));
    return changed.map(todo =>
      blocked.has(todo.id)
        ? { ...todo, blockedBy: [...new Set([...(todo.blockedBy ?? []), value.taskId])] }
        : todo,
    );
  }

  /** Restores the active form, which lists and reports leave out. */
  private merged(todo: Todo): Todo {
    const activeText = todo.activeText ?? this.find(todo.id)?.activeText;
    return omitUndefined({ ...todo, activeText });
  }

  private put(todo: Todo): readonly Todo[] {
    return this.find(todo.id)
      ? this.todos.map(one => (one.id === todo.id ? todo : one))
      : [...this.todos, todo];
  }

  private find(id: string): Todo | undefined {
    return this.todos.find(todo => todo.id === id);
  }
}

function strings(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.filter(item => typeof item === 'string');
}

import type { ActiveChatViews } from './activeChat';
import { ChangesTree } from './review/changesTree';
import { PromptsTree } from './runs/prompts/promptsTree';
import { RunsTree } from './runs/runsTree';
import { SessionsTree } from './sessions/sessionsTree';
import type { StartViews } from './startViews';
import { TasksTree } from './tasks/tasksTree';
import { TodosTree } from './views/todosTree';

/** Gives the trees their rows. */
export function fillViews(start: StartViews): ActiveChatViews {
  const { status, todos, changes, tasks, sessions, runs, prompts } = start;
  return {
    status,
    todos: new TodosTree(todos),
    changes: new ChangesTree(changes),
    tasks: new TasksTree(tasks),
    sessions: new SessionsTree(sessions),
    runs: new RunsTree(runs),
    prompts: new PromptsTree(prompts),
  };
}

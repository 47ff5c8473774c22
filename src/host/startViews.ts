import type { Log } from '../base/log';
import type { Todo } from '../contract/content';
import { views } from './contributed';
import type { ChangeNode } from './review/changeNodes';
import type { PromptKey } from './runs/prompts/promptList';
import type { RunKey } from './runs/runsTree';
import type { ListNode } from './sessions/sessionNodes';
import type { RowKey } from './tasks/tasksModel';
import { LateTree } from './views/lateTree';
import { StatusBar } from './views/statusBar';

/** Views and status items that VS Code shows from the start. */
export type StartViews = ReturnType<typeof createStartViews>;

/** @param load loads the host, which fills the trees */
export function createStartViews(load: () => Promise<unknown>, log: Log) {
  return {
    status: new StatusBar(log),
    todos: new LateTree<Todo>(views.todos),
    changes: new LateTree<ChangeNode>(views.changes, { canSelectMany: false }),
    tasks: new LateTree<RowKey>(views.tasks),
    sessions: new LateTree<ListNode>(
      views.sessions,
      { canSelectMany: true, showCollapseAll: true },
      load,
    ),
    runs: new LateTree<RunKey>(views.runs, { showCollapseAll: true }),
    prompts: new LateTree<PromptKey>(views.prompts, {}, load),
  };
}

import type { Disposable } from '../../base/disposable';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { tasksBeside } from '../../transcript/taskCounts';
import { ContextKey } from '../contextKey';
import type { StatusBar } from '../views/statusBar';
import type { TaskConversation } from './tasksModel';
import type { TasksTree } from './tasksTree';

/** Makes the task list and the status bar follow all conversations of the window. */
export function followTasks(
  registry: ChannelRegistry,
  tree: TasksTree,
  status: StatusBar,
): Disposable {
  const hasTasks = new ContextKey('tandem:hasTasks');
  let shown: readonly TaskConversation[] = [];
  const show = () => {
    const now = registry.all
      .map(({ id, title, tasks, conversation }) => {
        const { waiting } = conversation.summary;
        return { id, title, tasks: tasks.all, waiting };
      })
      .filter(({ tasks }) => tasks.length > 0);
    if (isSame(now, shown)) {
      return;
    }
    shown = now;
    hasTasks.set(now.length > 0);
    tree.show(now);
    status.showTasks(now.flatMap(({ tasks }) => tasksBeside(tasks)).map(({ title }) => title));
  };
  show();
  return registry.onChanged(show);
}

function isSame(a: readonly TaskConversation[], b: readonly TaskConversation[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (one, index) =>
        one.id === b[index]?.id &&
        one.title === b[index].title &&
        one.tasks === b[index].tasks &&
        one.waiting === b[index].waiting,
    )
  );
}

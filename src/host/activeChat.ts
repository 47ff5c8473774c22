import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Throttled } from '../base/throttled';
import { lacks } from '../contract/agentFeatures';
import type { ChannelRegistry } from '../core/registry/channelRegistry';
import { emptyConversation } from '../transcript/emptyConversation';
import type { Chats } from './chat/chats';
import { ContextKey } from './contextKey';
import type { ChangesTree } from './review/changesTree';
import type { PromptsTree } from './runs/prompts/promptsTree';
import type { RunsTree } from './runs/runsTree';
import type { SessionsTree } from './sessions/sessionsTree';
import type { TasksTree } from './tasks/tasksTree';
import { frontState } from './views/frontState';
import type { StatusBar } from './views/statusBar';
import type { TodosTree } from './views/todosTree';

/** Views that follow the conversations. */
export interface ActiveChatViews {
  readonly todos: TodosTree;
  readonly status: StatusBar;
  readonly changes: ChangesTree;
  readonly tasks: TasksTree;
  readonly sessions: SessionsTree;
  readonly runs: RunsTree;
  readonly prompts: PromptsTree;
}

/** Milliseconds between updates of the views around the chat, which must not slow the chat down. */
const viewInterval = 50;

/** Makes the to-do tree, the status bar and the context keys follow the conversation in front. */
export function bindActiveChat(
  chats: Chats,
  registry: ChannelRegistry,
  { todos, status }: ActiveChatViews,
  warnAt: () => number,
  clock: Clock,
): Disposable {
  const store = new DisposableStore();
  const hasWork = new ContextKey('tandem:isWorking');
  const asksPermission = new ContextKey('tandem:asksPermission');
  const asksQuestion = new ContextKey('tandem:asksQuestion');
  const asksPlan = new ContextKey('tandem:asksPlan');
  const asksInput = new ContextKey('tandem:asksInput');
  const isForeign = new ContextKey('tandem:isForeign');
  const lacksSideQuestions = new ContextKey('tandem:lacksSideQuestions');
  const lacksShellLines = new ContextKey('tandem:lacksShellLines');
  const lacksToolChoice = new ContextKey('tandem:lacksToolChoice');
  const showViews = () => {
    const { active } = chats;
    const { conversation, waiting, isWorking } = frontState(active, registry.all);
    todos.show(conversation);
    const title = active?.isFresh ? undefined : active?.title;
    status.show({ conversation, title, waiting, warnAt: warnAt() });
    hasWork.set(isWorking);
    const { choices } = (conversation ?? emptyConversation).summary;
    isForeign.set(choices.foreign !== undefined);
    lacksSideQuestions.set(lacks(choices, 'sideQuestions'));
    lacksShellLines.set(lacks(choices, 'shellLines'));
    lacksToolChoice.set(lacks(choices, 'toolChoice'));
  };
  const views = store.add(new Throttled(showViews, viewInterval, clock));
  /** Keyboard shortcuts that answer a request must work as soon as it is shown. */
  const setRequests = () => {
    const { kinds } = frontState(chats.active, registry.all);
    asksPermission.set(kinds.has('permission'));
    asksQuestion.set(kinds.has('question'));
    asksPlan.set(kinds.has('plan'));
    asksInput.set(kinds.has('elicitation'));
  };
  const follow = () => {
    setRequests();
    views.request();
  };
  store.add(chats.onActiveChanged(follow));
  store.add(registry.onChanged(follow));
  setRequests();
  showViews();
  return store;
}

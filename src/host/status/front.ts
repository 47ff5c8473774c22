import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChannelRegistry } from '../channels/registry';
import { ContextKey } from '../contextKey';
import type { Proposals } from '../edits/proposals/proposals';
import type { Chats } from '../panel/chats';
import { TodosTree } from '../todos/todosTree';
import { StatusBar } from './statusBar';

/** What follows the conversation in front: the to-do tree, the status bar, the context keys. */
export function showFront(
  chats: Chats,
  registry: ChannelRegistry,
  proposals: Proposals,
): Disposable {
  const store = new DisposableStore();
  const todos = store.add(new TodosTree());
  const status = store.add(new StatusBar());
  const isWorking = new ContextKey('tandem:isWorking');
  const isWaiting = new ContextKey('tandem:isWaiting');
  const isProposal = new ContextKey('tandem:isProposal');
  const show = () => {
    const conversation = chats.front?.conversation;
    const waiting = registry.all.reduce(
      (sum, channel) => sum + channel.conversation.summary.waiting.length,
      0,
    );
    todos.show(conversation);
    status.show(conversation, waiting);
    const phase = conversation?.summary.agent.phase;
    isWorking.set(phase === 'working' || phase === 'waiting' || phase === 'starting');
    isWaiting.set(waiting > 0);
  };
  store.add(chats.onFrontChanged(show));
  store.add(registry.onChanged(show));
  store.add(proposals.onActiveChanged(() => isProposal.set(proposals.activePrompt !== undefined)));
  show();
  return store;
}

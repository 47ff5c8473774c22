import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type AgentPhase, runsTurn } from '../../contract/agentState';
import type { Todo } from '../../contract/content';
import type { Conversation } from '../../contract/conversation';
import { ContextKey } from '../contextKey';
import { treeItem } from '../nativeText/nativeUi';
import { describeView } from '../nativeText/rows';
import type { LateTree, TreeRows } from './lateTree';
import { progressText } from './statusTexts';
import { todoIcon, todoRow } from './todoRow';

/** The to-do list of the conversation in front. */
export class TodosTree implements TreeRows<Todo> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<undefined>());
  private readonly hasTodos = new ContextKey('tandem:hasTodos');
  private todos: readonly Todo[] = [];
  private phase: AgentPhase | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<Todo>) {
    tree.fill(this);
  }

  show(conversation: Conversation | undefined): void {
    const todos = conversation?.summary.todos ?? [];
    const phase = conversation?.summary.agent.phase;
    const isSame = todos === this.todos && phase === this.phase;
    const isEmpty = todos.length === 0 && this.todos.length === 0;
    if (isSame || isEmpty) {
      return;
    }
    this.todos = todos;
    this.phase = phase;
    this.hasTodos.set(todos.length > 0);
    describeView(this.tree.view, progressText(conversation));
    this.changed.fire(undefined);
  }

  getChildren(parent?: Todo): Todo[] {
    return parent ? [] : [...this.todos];
  }

  getTreeItem(todo: Todo): vscode.TreeItem {
    const { icon, color } = todoIcon(todo.status, this.phase);
    const item = treeItem(todoRow(todo, this.todos, runsTurn(this.phase)));
    item.id = todo.id;
    item.iconPath = new vscode.ThemeIcon(icon, color && new vscode.ThemeColor(color));
    return item;
  }

  dispose(): void {
    this.store.dispose();
  }
}

import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Todo } from '../../contract/content';
import type { Conversation } from '../../contract/conversation';
import { ContextKey } from '../contextKey';
import { treeItem } from '../nativeText/nativeUi';
import { describeView } from '../nativeText/rows';
import type { LateTree, TreeRows } from './lateTree';
import { progressText } from './statusTexts';
import { activeIcon, todoRow } from './todoRow';

const icons: Record<Exclude<Todo['status'], 'in_progress'>, vscode.ThemeIcon> = {
  pending: new vscode.ThemeIcon('circle-large-outline'),
  completed: new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green')),
};

/** The to-do list of the conversation in front. */
export class TodosTree implements TreeRows<Todo> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<undefined>());
  private readonly hasTodos = new ContextKey('tandem:hasTodos');
  private todos: readonly Todo[] = [];
  private activeIcon = activeIcon(undefined);

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<Todo>) {
    tree.fill(this);
  }

  show(conversation: Conversation | undefined): void {
    const todos = conversation?.summary.todos ?? [];
    const icon = activeIcon(conversation?.summary.agent.phase);
    const isSame = todos === this.todos && icon === this.activeIcon;
    const isEmpty = todos.length === 0 && this.todos.length === 0;
    if (isSame || isEmpty) {
      return;
    }
    this.todos = todos;
    this.activeIcon = icon;
    this.hasTodos.set(todos.length > 0);
    describeView(this.tree.view, progressText(conversation));
    this.changed.fire(undefined);
  }

  getChildren(parent?: Todo): Todo[] {
    return parent ? [] : [...this.todos];
  }

  getTreeItem(todo: Todo): vscode.TreeItem {
    const item = treeItem(todoRow(todo, this.todos));
    item.id = todo.id;
    item.iconPath =
      todo.status === 'in_progress'
        ? new vscode.ThemeIcon(this.activeIcon, new vscode.ThemeColor('charts.blue'))
        : icons[todo.status];
    return item;
  }

  dispose(): void {
    this.store.dispose();
  }
}

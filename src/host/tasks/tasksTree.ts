import * as vscode from 'vscode';
import { DisposableStore, toDisposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { taskStatusText } from '../../contract/labels/statusLabels';
import type { RunningTask, TaskStatus } from '../../contract/tasks';
import { isRunning } from '../../transcript/foldTasks';
import { DrawnRows, fireChange } from '../drawnRows';
import { treeItem } from '../nativeText/nativeUi';
import type { RowTexts } from '../nativeText/rows';
import type { LateTree, TreeRows } from '../views/lateTree';
import {
  type ConversationNode,
  clockTime,
  inRows,
  minute,
  type RowKey,
  shortCount,
  type TaskConversation,
  type TaskNode,
  taskNodes,
  untilNextMinute,
} from './tasksModel';

type Node = ConversationNode | TaskNode;

const icons: Record<Exclude<TaskStatus, 'running'>, vscode.ThemeIcon> = {
  completed: new vscode.ThemeIcon('pass', new vscode.ThemeColor('charts.green')),
  failed: new vscode.ThemeIcon('error', new vscode.ThemeColor('errorForeground')),
  stopped: new vscode.ThemeIcon('debug-stop'),
  lost: new vscode.ThemeIcon('question'),
};

const kindNames: Record<RunningTask['kind'], string> = {
  agent: vscode.l10n.t('Subagent'),
  shell: vscode.l10n.t('Command'),
  other: vscode.l10n.t('Task'),
};

/**
 * Tree of running and ended subagents and commands in all conversations of the window. Its elements
 * are keys, so that VS Code can redraw a row that it already has: while it replaces rows, commands
 * of a clicked row lose their target.
 */
export class TasksTree implements TreeRows<RowKey> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<RowKey[] | undefined>());
  private readonly drawn = new DrawnRows<RowKey>();
  private conversations: readonly TaskConversation[] = [];
  private roots: readonly ConversationNode[] = [];
  private nodes: ReadonlyMap<RowKey, Node> = new Map();
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: LateTree<RowKey>) {
    tree.fill(this);
    this.store.add(tree.view.onDidChangeVisibility(() => this.redraw()));
    this.store.add(toDisposable(() => clearTimeout(this.timer)));
  }

  show(conversations: readonly TaskConversation[]): void {
    this.conversations = conversations;
    this.roots = taskNodes(conversations);
    this.nodes = new Map(inRows(this.roots).map(node => [node.key, node]));
    this.redraw();
  }

  getChildren(key?: RowKey): RowKey[] {
    const children = key === undefined ? this.roots : (this.nodes.get(key)?.children ?? []);
    return children.map(child => child.key);
  }

  getTreeItem(key: RowKey): vscode.TreeItem {
    const node = this.nodes.get(key);
    if (!node) {
      // The row is about to be removed.
      return treeItem({ label: '' });
    }
    return node.kind === 'conversation' ? conversationItem(node) : taskItem(node);
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Redraws changed rows now and, while visible, whenever a running task completes a minute. */
  private redraw(): void {
    clearTimeout(this.timer);
    const rows = [...this.nodes.keys()].map(element => ({
      element,
      item: () => this.getTreeItem(element),
      children: this.getChildren(element),
    }));
    fireChange(this.changed, this.drawn.update(this.getChildren(), rows));
    const rest = this.tree.view.visible
      ? untilNextMinute(this.conversations, Date.now())
      : undefined;
    this.timer = rest === undefined ? undefined : setTimeout(() => this.redraw(), rest);
  }
}

function conversationItem({ key, title, children }: ConversationNode): vscode.TreeItem {
  const running = children.filter(({ task }) => isRunning(task)).length;
  const description = running > 0 ? vscode.l10n.t('{0} running', running) : undefined;
  const item = treeItem({ label: title, description }, vscode.TreeItemCollapsibleState.Expanded);
  item.id = key;
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  item.contextValue = 'conversation';
  return item;
}

function taskItem({ key, task, children }: TaskNode): vscode.TreeItem {
  const item = treeItem(
    textsOf(task),
    children.length > 0
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.None,
  );
  item.id = key;
  item.iconPath =
    task.status === 'running'
      ? new vscode.ThemeIcon(task.kind === 'agent' ? 'loading~spin' : 'sync~spin')
      : icons[task.status];
  item.contextValue = [
    'task',
    ...(task.stop ? ['stop'] : []),
    ...(task.hasOutput ? ['output'] : []),
  ].join('.');
  item.command = {
    command: task.hasOutput ? 'tandem.tasks.showOutput' : 'tandem.tasks.goTo',
    title: task.hasOutput ? vscode.l10n.t('Show Output') : vscode.l10n.t('Go to Conversation'),
    arguments: [key],
  };
  return item;
}

function textsOf(task: RunningTask): RowTexts {
  const { status, lastAction, model, tokens, startedAt, endedAt } = task;
  const time =
    status === 'running'
      ? minutesSince(startedAt)
      : endedAt === undefined
        ? undefined
        : clockTime(endedAt - startedAt);
  const facts = [
    time,
    tokens === undefined ? undefined : vscode.l10n.t('{0} tokens', shortCount(tokens)),
    model,
  ];
  const description = [status === 'running' ? lastAction : taskStatusText(status).name, ...facts]
    .filter(fact => fact !== undefined)
    .join(' · ');
  return {
    label: task.title,
    description,
    tooltip: tooltipOf(task, facts),
    accessibleLabel: `${kindNames[task.kind]} ${task.title}, ${taskStatusText(status).name}, ${description}`,
  };
}

function minutesSince(start: number): string {
  const minutes = Math.floor((Date.now() - start) / minute);
  if (minutes < 1) {
    return vscode.l10n.t('< 1 min');
  }
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? vscode.l10n.t('{0} h {1} min', hours, minutes % 60)
    : vscode.l10n.t('{0} min', minutes);
}

function tooltipOf(task: RunningTask, facts: readonly (string | undefined)[]): string {
  const { kind, title, status, isBackground, lastAction } = task;
  const where = isBackground ? vscode.l10n.t('in the background') : undefined;
  const lost =
    status === 'lost' && kind === 'shell'
      ? vscode.l10n.t(
          'The process ended without reporting on the command, which may still be running.',
        )
      : undefined;
  const state = [kindNames[kind], taskStatusText(status).name, where, ...facts];
  return [title, state.filter(Boolean).join(' · '), lastAction, lost].filter(Boolean).join('\n');
}

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

const waitingIcon = new vscode.ThemeIcon(
  'bell-dot',
  new vscode.ThemeColor('list.warningForeground'),
);

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
  const waiting = children.filter(({ request }) => request).length;
  const running = children.filter(({ task }) => isRunning(task)).length - waiting;
  const counts = [
    ...(running > 0 ? [vscode.l10n.t('{0} running', running)] : []),
    ...(waiting > 0 ? [vscode.l10n.t('{0} waiting for you', waiting)] : []),
  ];
  const description = counts.length > 0 ? counts.join(' · ') : undefined;
  const item = treeItem({ label: title, description }, vscode.TreeItemCollapsibleState.Expanded);
  item.id = key;
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  item.contextValue = 'conversation';
  return item;
}

function taskItem({ key, task, request, children }: TaskNode): vscode.TreeItem {
  const item = treeItem(
    textsOf(task, request !== undefined),
    children.length > 0
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.None,
  );
  item.id = key;
  item.iconPath = request ? waitingIcon : iconOf(task);
  item.contextValue = [
    'task',
    ...(task.stop ? ['stop'] : []),
    ...(task.hasOutput ? ['output'] : []),
  ].join('.');
  // A request is answered on its card.
  const showsOutput = task.hasOutput && !request;
  item.command = {
    command: showsOutput ? 'tandem.tasks.showOutput' : 'tandem.tasks.goTo',
    title: showsOutput ? vscode.l10n.t('Show Output') : vscode.l10n.t('Go to Conversation'),
    arguments: [key],
  };
  return item;
}

function iconOf({ status, kind }: RunningTask): vscode.ThemeIcon {
  return status === 'running'
    ? new vscode.ThemeIcon(kind === 'agent' ? 'loading~spin' : 'sync~spin')
    : icons[status];
}

function textsOf(task: RunningTask, waits: boolean): RowTexts {
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
  const state = waits ? vscode.l10n.t('waiting for you') : taskStatusText(status).name;
  const isAtWork = status === 'running' && !waits;
  const joined = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(' · ');
  const doing = isAtWork ? lastAction : undefined;
  return {
    label: task.title,
    description: joined([isAtWork ? doing : state, ...facts]),
    tooltip: tooltipOf(task, state, facts),
    accessibleLabel: `${kindNames[task.kind]} ${task.title}, ${joined([state, doing, ...facts])}`,
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

function tooltipOf(
  task: RunningTask,
  stateName: string,
  facts: readonly (string | undefined)[],
): string {
  const { kind, title, status, isBackground, lastAction } = task;
  const where = isBackground ? vscode.l10n.t('in the background') : undefined;
  const lost =
    status === 'lost' && kind === 'shell'
      ? vscode.l10n.t(
          'The process ended without reporting on the command, which may still be running.',
        )
      : undefined;
  const state = [kindNames[kind], stateName, where, ...facts];
  return [title, state.filter(Boolean).join(' · '), lastAction, lost].filter(Boolean).join('\n');
}

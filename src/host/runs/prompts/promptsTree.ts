import type * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { Deferred } from '../../../base/deferred';
import { DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { Sequencer } from '../../../base/sequencer';
import { raceTimeout } from '../../../node/raceTimeout';
import { DrawnRows, fireChange } from '../../drawnRows';
import type { LateTree, TreeRows } from '../../views/lateTree';
import type { PromptKey, PromptList, PromptNodes } from './promptList';

/** Milliseconds after which a read no longer keeps the next one waiting: a file system may hang. */
const patience = 10_000;

/**
 * Tree of the prompts that can be run. Reading them takes a while: until then, VS Code keeps the
 * rows that it has, or commands of a clicked row would lose their target.
 */
export class PromptsTree implements TreeRows<PromptKey> {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<PromptKey[] | undefined>());
  private readonly drawn = new DrawnRows<PromptKey>();
  /** Resolves to what reads the list. */
  private readonly followed = new Deferred<() => Promise<void>>();
  private shown: PromptNodes | undefined;
  /** Numbers of the read that began last, and of the one whose rows are shown. */
  private begun = 0;
  private taken = 0;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly tree: Pick<LateTree<PromptKey>, 'fill' | 'view'>) {
    tree.fill(this);
  }

  follow(list: ListOfPrompts, clock: Clock, log: Log): void {
    const reads = new Sequencer(read => raceTimeout(read, patience, clock));
    let next: Promise<void> | undefined;
    // A read that has not begun will see all changes until then.
    const look = () => {
      next ??= reads.queue(() => {
        next = undefined;
        return this.read(list);
      });
      return next;
    };
    const lookAgain = () => {
      look().catch((error: unknown) => log.warn('Prompts not listed', { error: messageOf(error) }));
    };
    this.store.add(list.onChanged(lookAgain));
    const { view } = this.tree;
    this.store.add(view.onDidChangeVisibility(({ visible }) => list.setVisible(visible)));
    list.setVisible(view.visible);
    this.followed.resolve(look);
  }

  async getChildren(key?: PromptKey): Promise<PromptKey[]> {
    if (!this.shown) {
      const look = await this.followed.promise;
      await look();
    }
    return [
      ...((key === undefined ? this.shown?.roots : this.shown?.nodes.get(key)?.children) ?? []),
    ];
  }

  getTreeItem(key: PromptKey): vscode.TreeItem {
    // A row without content is about to be removed.
    return this.shown?.nodes.get(key)?.item ?? {};
  }

  dispose(): void {
    this.store.dispose();
  }

  private async read(list: ListOfPrompts): Promise<void> {
    this.begun += 1;
    const { begun } = this;
    const read = await list.read();
    if (begun < this.taken) {
      return;
    }
    this.taken = begun;
    this.shown = read;
    const { nodes, roots } = read;
    const rows = [...nodes].map(([element, { item, children }]) => ({
      ...{ element, children },
      item: () => item,
    }));
    fireChange(this.changed, this.drawn.update(roots, rows));
  }
}

type ListOfPrompts = Pick<PromptList, 'onChanged' | 'setVisible' | 'read'>;

import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Batch } from '../../../core/runs/run';
import type { Runs } from '../../../core/runs/runs';
import { treeItem } from '../../nativeText/nativeUi';
import type { LibraryPrompt, PromptLibrary, PromptScope } from '../library/promptLibrary';
import { promptContext, promptIcon, promptRow, scopeTitle } from '../library/promptRows';

/** Key of a prompt, or of a group. Elements are keys, so that VS Code can redraw a row it has. */
export type PromptKey = string;

interface PromptNode {
  readonly item: vscode.TreeItem;
  readonly children: readonly PromptKey[];
}

/** Rows by their keys, and the keys of the first level. */
export interface PromptNodes {
  readonly nodes: ReadonlyMap<PromptKey, PromptNode>;
  readonly roots: readonly PromptKey[];
}

interface ListParts {
  readonly library: PromptLibrary;
  runs(): Promise<Runs>;
  readonly log: Log;
}

const scopes: readonly PromptScope[] = ['project', 'user', 'saved'];

/** Rows of the Prompts view, each with how its last runs went. */
export class PromptList implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private isVisible = false;

  readonly onChanged = this.changed.event;

  constructor(private readonly parts: ListParts) {
    this.store.add(parts.library.onChanged(() => this.refresh()));
  }

  /** The list is read while it can be seen, and looks again whenever it appears. */
  setVisible(isVisible: boolean): void {
    const appears = isVisible && !this.isVisible;
    this.isVisible = isVisible;
    if (appears) {
      this.parts.library
        .watch()
        .catch((error: unknown) =>
          this.parts.log.debug('Prompts are not watched', { error: messageOf(error) }),
        );
      this.refresh();
    }
  }

  refresh(): void {
    if (this.isVisible) {
      this.changed.fire();
    }
  }

  async read(): Promise<PromptNodes> {
    const { library } = this.parts;
    const { book } = await this.parts.runs();
    const prompts = await library.list();
    const groups = scopes.flatMap(scope => {
      const found = prompts.filter(prompt => prompt.scope === scope).map(({ key }) => key);
      return found.length === 0 ? [] : [[scopeKey(scope), scopeNode(scope, found)] as const];
    });
    const rows = prompts.map(
      prompt => [prompt.key, promptNode(prompt, book.lastOf(prompt.key))] as const,
    );
    return { nodes: new Map([...groups, ...rows]), roots: groups.map(([key]) => key) };
  }

  dispose(): void {
    this.store.dispose();
  }
}

function scopeKey(scope: PromptScope): PromptKey {
  return `scope:${scope}`;
}

function scopeNode(scope: PromptScope, children: readonly PromptKey[]): PromptNode {
  const { Expanded } = vscode.TreeItemCollapsibleState;
  const item = treeItem({ label: scopeTitle(scope) }, Expanded);
  item.id = scopeKey(scope);
  item.contextValue = 'scope';
  return { item, children };
}

function promptNode(prompt: LibraryPrompt, last: Batch | undefined): PromptNode {
  const item = treeItem(promptRow(prompt, last, Date.now(), vscode.env.language));
  const { icon, color } = promptIcon(prompt, last);
  item.id = prompt.key;
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.contextValue = promptContext(prompt, last);
  if (prompt.path !== undefined) {
    item.command = {
      command: 'tandem.prompts.edit',
      title: vscode.l10n.t('Edit Prompt'),
      arguments: [prompt.key],
    };
  }
  return { item, children: [] };
}

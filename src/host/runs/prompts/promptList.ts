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

export type PromptNode =
  | {
      readonly kind: 'scope';
      readonly item: vscode.TreeItem;
      readonly children: readonly PromptNode[];
    }
  | { readonly kind: 'prompt'; readonly item: vscode.TreeItem; readonly prompt: LibraryPrompt };

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
  private isStale = false;

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
      if (this.isStale) {
        this.refresh();
      }
    }
  }

  refresh(): void {
    this.isStale = !this.isVisible;
    if (this.isVisible) {
      this.changed.fire();
    }
  }

  async roots(): Promise<readonly PromptNode[]> {
    const { library } = this.parts;
    const { book } = await this.parts.runs();
    const prompts = await library.list();
    return scopes.flatMap(scope => {
      const found = prompts.filter(prompt => prompt.scope === scope);
      const children = found.map(prompt => promptNode(prompt, book.lastOf(prompt.key)));
      return children.length === 0 ? [] : [scopeNode(scope, children)];
    });
  }

  dispose(): void {
    this.store.dispose();
  }
}

function scopeNode(scope: PromptScope, children: readonly PromptNode[]): PromptNode {
  const { Expanded } = vscode.TreeItemCollapsibleState;
  const item = treeItem({ label: scopeTitle(scope) }, Expanded);
  item.id = scope;
  item.contextValue = 'scope';
  return { kind: 'scope', item, children };
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
      arguments: [{ kind: 'prompt', prompt: { key: prompt.key } }],
    };
  }
  return { kind: 'prompt', item, prompt };
}

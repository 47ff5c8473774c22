import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import { lineText } from '../nativeText/neutral';
import { beforeUri } from './beforeDocuments';
import { countsText } from './countsText';

/** File in the Source Control view; commands receive it back. */
export interface ChangedResource extends vscode.SourceControlResourceState {
  readonly view: FileView;
}

/**
 * Marks the agent's changes in the file's gutter, where a click opens VS Code's peek view. This
 * needs a source control. It exists only while changes are pending, and lists the files, since it
 * would otherwise stand empty beside that of a repository.
 */
export class ChangesSourceControl implements vscode.QuickDiffProvider, Disposable {
  private readonly store = new DisposableStore();
  private readonly groups = new Map<string, vscode.SourceControlResourceGroup>();
  private control: vscode.SourceControl | undefined;
  private marked = '';

  constructor(private readonly list: ChangeList) {
    this.store.add(list.onChanged(() => this.update()));
    this.store.add(toDisposable(() => this.control?.dispose()));
    this.update();
  }

  provideOriginalResource(uri: vscode.Uri): vscode.Uri | undefined {
    const isMarked = uri.scheme === 'file' && this.list.at(uri.fsPath).some(isComparable);
    return isMarked ? beforeUri(uri.fsPath) : undefined;
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    const { all } = this.list;
    if (all.length === 0) {
      this.groups.clear();
      this.control?.dispose();
      this.control = undefined;
      this.marked = '';
      return;
    }
    this.control ??= createControl();
    this.listFiles(this.control);
    const marked = [...new Set(all.filter(isComparable).map(({ review }) => review.path))];
    const key = marked.sort().join('\n');
    if (key !== this.marked) {
      this.marked = key;
      // Setting the provider makes VS Code ask again, even for files already asked about.
      this.control.quickDiffProvider = this;
    }
  }

  private listFiles(control: vscode.SourceControl): void {
    const byChannel = new Map<string, FileView[]>();
    for (const view of this.list.all) {
      const { channelId } = view.channel.record;
      byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), view]);
    }
    for (const [id, group] of this.groups) {
      if (!byChannel.has(id)) {
        group.dispose();
        this.groups.delete(id);
      }
    }
    for (const [id, views] of byChannel) {
      const title = views[0]?.channel.record.title ?? '';
      const label = lineText(`${title} (${countsText(views)})`);
      const group = this.groups.get(id) ?? control.createResourceGroup(id, label);
      this.groups.set(id, group);
      group.label = label;
      group.resourceStates = views.map(toResource);
    }
  }
}

/** Excludes other encodings: VS Code decodes them differently and would mark unchanged lines. */
function isComparable({ lines }: FileView): boolean {
  return lines?.encoding === 'utf-8' || lines?.encoding === 'utf-16le';
}

function toResource(view: FileView): ChangedResource {
  const { path, isUncertain } = view.review;
  const doubt = isUncertain ? ` · ${vscode.l10n.t('origin uncertain')}` : '';
  return {
    view,
    resourceUri: vscode.Uri.file(path),
    contextValue: view.kind === 'deleted' ? 'file.deleted' : 'file',
    command: {
      command: 'tandem.changes.openDiff',
      title: vscode.l10n.t('Open Changes'),
      arguments: [{ kind: 'file', view }],
    },
    decorations: {
      strikeThrough: view.kind === 'deleted',
      tooltip: `${countsText([view])}${doubt}`,
    },
  };
}

function createControl(): vscode.SourceControl {
  const control = vscode.scm.createSourceControl('tandem', vscode.l10n.t('Changes to Review'));
  control.inputBox.visible = false;
  // The number on the view's icon counts what is to be committed.
  control.count = 0;
  return control;
}

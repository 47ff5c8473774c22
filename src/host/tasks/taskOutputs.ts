import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { longestOutput, plainOutput } from '../../base/plainOutput';
import type { TaskId } from '../../contract/ids';
import type { ChannelTasks } from '../../core/conversation/channelTasks';
import { readTail } from '../../node/fileTail';
import { isRunning } from '../../transcript/foldTasks';
import { outputName } from './outputName';

const scheme = 'tandem-output';
/** Milliseconds between reads. */
const pace = 500;

interface Output {
  readonly uri: vscode.Uri;
  readonly tasks: Pick<ChannelTasks, 'get' | 'output'>;
  readonly id: TaskId;
  text: string;
  version?: string;
  /** The output has been read to its end. */
  isDone: boolean;
}

/** Output of tasks, as read-only documents that grow with it. */
export class TaskOutputs implements vscode.TextDocumentContentProvider, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  private readonly outputs = new Map<string, Output>();
  private timer: Disposable | undefined;
  private isDisposed = false;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.store.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.store.add(
      vscode.workspace.onDidCloseTextDocument(document => {
        // A language change also fires the close event, but the document stays open.
        if (!vscode.workspace.textDocuments.includes(document)) {
          this.outputs.delete(document.uri.toString());
        }
      }),
    );
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.lookAgain()));
  }

  /** Opens a task's output and follows it while it is visible. */
  async open(owner: string, tasks: Output['tasks'], id: TaskId): Promise<void> {
    const { title } = tasks.get(id);
    const uri = vscode.Uri.from({
      scheme,
      path: `/${outputName(title) || id}.log`,
      query: `${owner}/${id}`,
    });
    const known = this.outputs.get(uri.toString());
    const output = known ?? { uri, tasks, id, text: '', isDone: false };
    this.outputs.set(uri.toString(), output);
    await this.read(output);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    showEnd(editor);
    this.lookAgain();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.outputs.get(uri.toString())?.text ?? '';
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
    this.store.dispose();
  }

  private lookAgain(): void {
    if (!this.timer && !this.isDisposed && this.seen.length > 0) {
      this.timer = this.clock.setTimeout(() => void this.look(), pace);
    }
  }

  private async look(): Promise<void> {
    for (const output of this.seen) {
      await this.read(output);
    }
    this.timer = undefined;
    this.lookAgain();
  }

  /** Visible outputs that may still grow. */
  private get seen(): Output[] {
    return vscode.window.visibleTextEditors.flatMap(({ document }) => {
      const output = this.outputs.get(document.uri.toString());
      return output && !output.isDone ? [output] : [];
    });
  }

  private async read(output: Output): Promise<void> {
    try {
      // Checked before the read, so that output printed between the read and the end is not missed.
      const mayGrow = isRunning(output.tasks.get(output.id));
      const text = await this.newText(output);
      output.isDone = !mayGrow;
      const isGone = text === undefined && output.version === undefined && !mayGrow;
      this.showText(output, isGone ? vscode.l10n.t('Its output is no longer kept.') : text);
    } catch (error) {
      output.isDone = true;
      this.log.debug('No more output', { error: messageOf(error) });
      // Output that was already read stays.
      this.showText(output, output.text === '' ? messageOf(error) : undefined);
    }
  }

  private showText(output: Output, text: string | undefined): void {
    if (text !== undefined && text !== output.text) {
      output.text = text;
      this.show(output);
    }
  }

  private async newText(output: Output): Promise<string | undefined> {
    const { tasks, id, version } = output;
    const { outputPath } = tasks.get(id);
    if (outputPath === undefined) {
      const { text, isCut } = await tasks.output(id);
      return shown(text, isCut);
    }
    const tail = await readTail(outputPath, longestOutput, version);
    if (!tail) {
      return undefined;
    }
    output.version = tail.version;
    return shown(tail.text, tail.isCut);
  }

  private show({ uri }: Output): void {
    const isShown = ({ document }: vscode.TextEditor) => document.uri.toString() === uri.toString();
    const followers = vscode.window.visibleTextEditors.filter(isShown).filter(isAtEnd);
    if (followers.length > 0) {
      const drawn = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === uri.toString()) {
          drawn.dispose();
          followers.forEach(showEnd);
        }
      });
      // If the content is unchanged, VS Code fires no change event.
      this.clock.setTimeout(() => drawn.dispose(), pace);
    }
    this.changed.fire(uri);
  }
}

function shown(text: string, isCut: boolean): string {
  const cut = vscode.l10n.t('… what was printed before is left out');
  return `${isCut ? `${cut}\n` : ''}${plainOutput(text)}`;
}

function isAtEnd({ document, visibleRanges }: vscode.TextEditor): boolean {
  const last = visibleRanges.at(-1)?.end.line ?? 0;
  return last >= document.lineCount - 2;
}

function showEnd(editor: vscode.TextEditor): void {
  const end = new vscode.Position(editor.document.lineCount - 1, 0);
  editor.revealRange(new vscode.Range(end, end));
}

import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { Latest } from '../../base/latest';
import type { Log } from '../../base/log';
import { columnBesideChat } from '../editor/chatInFront';
import type { AgentPath } from './files/agentPaths';

/** Milliseconds between two files that are opened. */
const interval = 700;
/** Milliseconds for which the user is taken to work in an editor after the last key or click. */
const userTime = 5_000;

/** Place that an agent looks at. */
interface Place {
  readonly path: string;
  /** 1-based. */
  readonly line: number | undefined;
  /** Rejects if the agent may not see the file. */
  check(path: string): Promise<AgentPath>;
}

export interface FollowAlongOptions {
  /** Reads the setting `tandem.followAlong`. */
  isOn(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Opens what agents look at, without taking the focus from the user. */
export class FollowAlong implements Disposable {
  private readonly store = new DisposableStore();
  private readonly latest: Latest<Place>;
  private userAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: FollowAlongOptions) {
    this.latest = this.store.add(new Latest(interval, options.clock, place => this.show(place)));
    const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
    this.store.add(
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
        if (kind === Keyboard || kind === Mouse) {
          this.userAt = options.clock.now();
        }
      }),
    );
  }

  follow(path: string, line: number | undefined, check: Place['check']): void {
    if (this.options.isOn()) {
      this.latest.push({ path, line, check });
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async show({ path, line, check }: Place): Promise<void> {
    const { isOn, clock, log } = this.options;
    try {
      const found = await check(path);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(found.path));
      // Another file would cover the one in which the user types.
      if (!isOn() || clock.now() - this.userAt < userTime) {
        return;
      }
      const viewColumn = columnBesideChat();
      await vscode.window.showTextDocument(document, {
        preview: true,
        preserveFocus: true,
        ...(viewColumn === undefined ? {} : { viewColumn }),
        ...(line === undefined ? {} : { selection: lineRange(document, line) }),
      });
    } catch (error) {
      log.debug(`Not followed: ${messageOf(error)}`);
    }
  }
}

function lineRange(document: vscode.TextDocument, line: number): vscode.Range {
  const at = new vscode.Position(Math.max(0, line - 1), 0);
  return document.validateRange(new vscode.Range(at, at));
}

import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { nativeUi } from '../../nativeText/nativeUi';
import type { EditorTool } from '../tool/editorTool';
import { askUser } from './askUser';
import { debugState } from './debugState';
import { type LmTool, lmTools } from './lmTools';
import { runCommand } from './runCommand';
import type { RunLogs } from './runLogs';
import { runNotebookCell } from './runNotebookCell';
import { TaskRunner } from './taskRunner';
import { listTasks, runTask, runTests } from './taskTools';
import { terminalOutput } from './terminalOutput';
import { testFailure } from './testFailure';

export interface RunToolsOptions {
  /** Reads the setting `tandem.editorTools.commands`. */
  commands(): readonly string[];
  readonly logs: RunLogs;
  readonly clock: Clock;
}

/** Editor tools that run something, or report what has run. */
export class RunTools {
  private readonly own: readonly EditorTool[];

  constructor(private readonly options: RunToolsOptions) {
    const { terminals, debugging, tests } = options.logs;
    const tasks = new TaskRunner(terminals, options.clock);
    this.own = [
      listTasks(tasks),
      runTask(tasks, tests),
      runTests(tasks, tests),
      testFailure(tests),
      debugState(debugging),
      terminalOutput(terminals),
      runNotebookCell,
      askUser({
        ...nativeUi,
        createCancellation: () => new vscode.CancellationTokenSource(),
      }),
    ];
  }

  /** Returns all tools except those of other extensions. */
  tools(): readonly EditorTool[] {
    const commands = this.options.commands();
    const execute = (command: string, args: readonly unknown[]) =>
      vscode.commands.executeCommand(command, ...args);
    return commands.length > 0 ? [...this.own, runCommand(commands, execute)] : this.own;
  }

  /** Returns the tools of other extensions; conversations get only those that the user picked. */
  lmTools(): readonly LmTool[] {
    return lmTools();
  }
}

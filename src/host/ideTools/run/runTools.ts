import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Log } from '../../../base/log';
import type { EditorTool } from '../editorTool';
import { askPerson } from './askPerson';
import { DebugLog } from './debugLog';
import { debugState } from './debugState';
import { type LmTool, lmTools } from './lmTools';
import { runCommand } from './runCommand';
import { runNotebookCell } from './runNotebookCell';
import { TaskRunner } from './taskRunner';
import { listTasks, runTask, runTests } from './taskTools';
import { TerminalLog } from './terminalLog';
import { terminalOutput } from './terminalOutput';

export interface RunToolsOptions {
  /** `tandem.editorTools.commands`. */
  commands(): readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The editor's tools that run something, and what they have to listen to from the start. */
export class RunTools implements Disposable {
  private readonly store = new DisposableStore();
  private readonly own: readonly EditorTool[];

  constructor(private readonly options: RunToolsOptions) {
    const terminals = this.store.add(new TerminalLog(options.clock, options.log));
    const debugging = this.store.add(new DebugLog());
    const tasks = new TaskRunner(terminals, options.clock);
    this.own = [
      listTasks(tasks),
      runTask(tasks),
      runTests(tasks),
      debugState(debugging),
      terminalOutput(terminals),
      runNotebookCell,
      askPerson,
    ];
  }

  /** Without those of other extensions. */
  tools(): readonly EditorTool[] {
    const commands = this.options.commands();
    return commands.length > 0 ? [...this.own, runCommand(commands)] : this.own;
  }

  /** Of other extensions; offered to a conversation when the person has picked them for it. */
  others(): readonly LmTool[] {
    return lmTools();
  }

  dispose(): void {
    this.store.dispose();
  }
}

import type { Disposable } from '../../../base/disposable';
import type { Log } from '../../../base/log';
import { systemClock } from '../../../node/systemClock';
import { DebugLog } from './debugLog';
import { TerminalLog } from './terminalLog';
import { TestFailures } from './testFailures';

/** Logs of terminal commands, debug sessions and failed tests since Tandem was started. */
export class RunLogs implements Disposable {
  readonly terminals: TerminalLog;
  readonly debugging = new DebugLog();
  readonly tests = new TestFailures();

  constructor(log: Log) {
    this.terminals = new TerminalLog(systemClock, log);
  }

  dispose(): void {
    this.terminals.dispose();
  }
}

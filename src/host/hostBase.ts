import type * as vscode from 'vscode';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { OutputLog } from './outputLog';
import type { SettingsReader } from './settings';

/** Services that every feature of the host may use. */
export interface HostBase {
  readonly context: vscode.ExtensionContext;
  /** Folder for Tandem's own files. */
  readonly storage: string;
  readonly settings: SettingsReader;
  readonly clock: Clock;
  readonly log: OutputLog;
  /** Hands a part to the host, which disposes of it at its own end. */
  add<T extends Disposable>(part: T): T;
}

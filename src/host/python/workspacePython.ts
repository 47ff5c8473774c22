import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { isOnUnknownShare } from '../../base/networkPath';
import {
  type PythonEnvironment,
  pythonEnvironmentAt,
  withPython,
} from '../../node/pythonVariables';
import { raceTimeout } from '../../node/raceTimeout';
import { findPythonSources, type PythonSource } from './pythonExtensions';

/** Milliseconds that the start of an agent waits for extensions. */
const patience = 3_000;

interface PythonOptions {
  /** The setting `tandem.python.useEnvironment`, in a trusted workspace. */
  isUsed(): boolean;
  /** Variables that the user sets for the agent, which win. */
  ownVariables(): readonly string[];
  readonly find?: () => Promise<readonly PythonSource[]>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
}

/** The environment of Python that the user has chosen in the editor, for the programs of agents. */
export class WorkspacePython implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private sources: Promise<readonly PythonSource[]> | undefined;

  /** Fires when another environment may have been chosen. */
  readonly onChanged = this.changed.event;

  constructor(private readonly options: PythonOptions) {}

  /** Adds the environment of a folder to the variables of a process. Never rejects. */
  async addTo(env: Record<string, string>, folder: string): Promise<Record<string, string>> {
    const found = await this.environmentOf(folder);
    return found ? withPython(env, found, this.options.platform) : env;
  }

  /** Returns what is chosen for a folder; undefined if that is not known in time. */
  async environmentOf(folder: string): Promise<PythonEnvironment | undefined> {
    const { isUsed, ownVariables, clock, log } = this.options;
    const own = ownVariables();
    if (!isUsed() || own.includes('VIRTUAL_ENV') || own.includes('CONDA_PREFIX')) {
      return undefined;
    }
    const look = this.look(folder).catch((error: unknown) => {
      log.info('The Python environment is not known', { error: messageOf(error) });
      return undefined;
    });
    return raceTimeout(look, patience, clock);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async look(folder: string): Promise<PythonEnvironment | undefined> {
    this.sources ??= this.follow();
    for (const source of await this.sources) {
      const path = await source.pathFor(vscode.Uri.file(folder));
      if (path !== undefined && !isOnUnknownShare(path, [folder], this.options.platform)) {
        return pythonEnvironmentAt(path);
      }
    }
    return undefined;
  }

  private async follow(): Promise<readonly PythonSource[]> {
    const { find = findPythonSources } = this.options;
    const sources = await find();
    for (const source of sources) {
      this.store.add(source.onChanged(() => this.changed.fire()));
    }
    return sources;
  }
}

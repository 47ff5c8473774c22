import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { promptVariable } from '../../base/runProgram';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import type { ProgramPolicy } from '../../cli/programs/programGate';
import { taskType } from '../contributed';
import { foldersOnDisk, promptFiles } from './promptFolders';
import { runTaskArguments } from './runTaskArguments';
import { type RunTaskDefinition, runTaskDefinition } from './runTaskDefinition';

interface RunTasksDeps {
  /** Path of `tandem.js`. */
  readonly program: string;
  /** @throws UserError if no installed CLI runs */
  locate(): Promise<Pick<LocatedCli, 'path' | 'env'>>;
  readonly programs: ProgramPolicy;
  readonly log: Log;
}

const mostFiles = 200;

/** Tasks that run a prompt by `tandem run`, in a terminal. */
export class RunTasks {
  constructor(private readonly deps: RunTasksDeps) {}

  /** Returns one task for each prompt file of the workspace. */
  async offered(): Promise<vscode.Task[]> {
    const tasks: vscode.Task[] = [];
    for (const folder of foldersOnDisk()) {
      const base = (pattern: string) => new vscode.RelativePattern(folder, pattern);
      const found = await Promise.all(
        promptFiles.map(glob => vscode.workspace.findFiles(base(glob), undefined, mostFiles)),
      );
      const paths = found.flat().map(uri => vscode.workspace.asRelativePath(uri, false));
      for (const promptFile of paths.sort()) {
        const definition = { type: taskType, promptFile };
        tasks.push(...(await this.taskOf(definition, folder, promptFile)));
      }
    }
    return tasks;
  }

  /** Returns a task of `tasks.json` with what it runs; undefined if it is malformed. */
  async resolved(task: vscode.Task): Promise<vscode.Task | undefined> {
    const { scope, definition, name } = task;
    const [first] = vscode.workspace.workspaceFolders ?? [];
    const folder = typeof scope === 'object' ? scope : first;
    return folder && (await this.taskOf(definition, folder, name))[0];
  }

  private async taskOf(
    definition: vscode.TaskDefinition,
    folder: vscode.WorkspaceFolder,
    name: string,
  ): Promise<vscode.Task[]> {
    const parsed = runTaskDefinition.safeParse(definition);
    if (!parsed.success) {
      this.deps.log.warn('A task of tasks.json is malformed', parsed.error.issues);
      return [];
    }
    try {
      const execution = await this.executionOf(parsed.data, folder.uri.fsPath);
      return [new vscode.Task(definition, folder, name, 'tandem', execution, '$tandem')];
    } catch (error) {
      this.deps.log.warn('Tasks cannot be run', messageOf(error));
      return [];
    }
  }

  private async executionOf(
    definition: RunTaskDefinition,
    cwd: string,
  ): Promise<vscode.ProcessExecution> {
    const { path: cli, env } = await this.deps.locate();
    const trustsFolder = await this.trusts(cwd);
    const args = runTaskArguments(definition, { cli, trustsFolder });
    const { prompt } = definition;
    return new vscode.ProcessExecution(process.execPath, [this.deps.program, ...args], {
      cwd,
      env: {
        ...changed(env),
        ELECTRON_RUN_AS_NODE: '1',
        ...(prompt === undefined ? {} : { [promptVariable]: prompt }),
      },
    });
  }

  /** Whether the user has allowed what the folder brings; unanswered counts as no. */
  private async trusts(cwd: string): Promise<boolean> {
    try {
      return (await this.deps.programs.decide({ cwd, addDirs: [] })) === 'allow';
    } catch (error) {
      this.deps.log.debug('Tasks leave out what the folder brings', messageOf(error));
      return false;
    }
  }
}

/** Variables that the terminal lacks. VS Code would fill in what looks like its own variables. */
function changed(env: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(env);
  return Object.fromEntries(
    entries.filter(([name, value]) => process.env[name] !== value && !value.includes('${')),
  );
}

/** Returns the path of the program in the extension's folder. */
export function programPath(extensionPath: string): string {
  return join(extensionPath, 'dist', 'tandem.js');
}

import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { taskType } from '../contributed';
import { isTrusted } from '../trust';
import { hasPromptFolder } from './promptFolders';
import type { RunTasks } from './runTasks';

/**
 * Registers the tasks of the type `tandem`. What makes them loads with the first one: VS Code asks for
 * the tasks of each window that opens.
 */
export function registerRunTasks(load: () => Promise<RunTasks>): Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: async () =>
      isTrusted() && (await hasPromptFolder()) ? (await load()).offered() : [],
    resolveTask: async task => (isTrusted() ? (await load()).resolved(task) : undefined),
  });
}

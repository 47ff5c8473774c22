import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { taskType } from '../contributed';
import { isTrusted } from '../trust';
import type { RunTasks } from './runTasks';

/** Registers the tasks of the type `tandem`; what makes them loads with the first one. */
export function registerRunTasks(load: () => Promise<RunTasks>): Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: async () => (isTrusted() ? (await load()).offered() : []),
    resolveTask: async task => (isTrusted() ? (await load()).resolved(task) : undefined),
  });
}

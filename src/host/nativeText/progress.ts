import type * as vscode from 'vscode';
import { messageText } from './messageText';
import { labelText } from './neutral';

/** Parts of `vscode` that show progress. */
export interface ProgressApi {
  readonly window: Pick<typeof vscode.window, 'withProgress' | 'setStatusBarMessage'>;
  readonly ProgressLocation: Pick<typeof vscode.ProgressLocation, 'Window'>;
}

type Task<T> = Parameters<typeof vscode.window.withProgress<T>>[1];

/** Progress whose texts become neither links (in notifications) nor icons (in the status bar). */
export function nativeProgress({ window, ProgressLocation }: ProgressApi) {
  return {
    withProgress: <T>(options: vscode.ProgressOptions, task: Task<T>): Thenable<T> => {
      const { title } = options;
      const isInStatusBar = options.location === ProgressLocation.Window;
      const rule = (text: string) => (isInStatusBar ? labelText(text) : messageText(text));
      return window.withProgress(
        { ...options, ...(title === undefined ? {} : { title: rule(title) }) },
        (progress, token) =>
          task({ report: step => progress.report(neutralStep(step, rule)) }, token),
      );
    },
    setStatusBarMessage: (text: string, hideAfter: number) =>
      window.setStatusBarMessage(labelText(text), hideAfter),
  };
}

function neutralStep<S extends { message?: string }>(step: S, rule: (text: string) => string): S {
  return step.message === undefined ? step : { ...step, message: rule(step.message) };
}

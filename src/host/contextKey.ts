import * as vscode from 'vscode';
import { deepEqual } from '../base/json';
import type { ContextKeys } from './contributed';

/** Writes a context key when its value changes. */
export class ContextKey<K extends keyof ContextKeys> {
  private value: ContextKeys[K] | undefined;

  constructor(private readonly key: K) {}

  set(value: ContextKeys[K]): void {
    if (!deepEqual(value, this.value)) {
      this.value = value;
      void vscode.commands.executeCommand('setContext', this.key, value);
    }
  }
}

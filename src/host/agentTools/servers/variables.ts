import { basename, sep } from 'node:path';
import * as l10n from '@vscode/l10n';

export interface VariableContext {
  /** Path of the workspace folder that contains the file. */
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Reason why a text cannot be resolved here. */
export class Unresolved extends Error {}

/**
 * Replaces each `${…}` in a text of the editor's configuration.
 * @throws Unresolved for what the editor asks the user for, or only the editor knows
 */
export function resolveVariables(text: string, context: VariableContext): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => resolved(whole, name, context));
}

/**
 * Resolves a text that goes to another machine.
 * @throws Unresolved if it names the environment: that holds keys, and a repository chooses the receiver
 */
export function resolveForOthers(text: string, context: VariableContext): string {
  const [secret] = /\$\{env:[^}]*\}/.exec(text) ?? [];
  if (secret !== undefined) {
    throw new Unresolved(
      l10n.t('it would send {0} of your environment to another machine', secret),
    );
  }
  return resolveVariables(text, context);
}

function resolved(whole: string, name: string, { folder, home, env }: VariableContext): string {
  switch (name) {
    case 'workspaceFolder':
      return folder;
    case 'workspaceFolderBasename':
      return basename(folder);
    case 'userHome':
      return home;
    case 'pathSeparator':
    case '/':
      return sep;
  }
  if (name.startsWith('env:')) {
    return env[name.slice('env:'.length)] ?? '';
  }
  if (name.startsWith('input:')) {
    throw new Unresolved(
      l10n.t('it asks for {0}, which only the editor itself can ask for', whole),
    );
  }
  throw new Unresolved(l10n.t('it uses {0}, which only the editor itself can resolve', whole));
}

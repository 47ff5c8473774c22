import { basename, sep } from 'node:path';

export interface VariableContext {
  /** Of the workspace folder that the file is of. */
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Why a text cannot be resolved here. */
export class Unresolved extends Error {}

/**
 * A text of the editor's configuration with its `${…}` replaced.
 * @throws Unresolved for what the editor asks the user for, or alone knows
 */
export function resolveVariables(text: string, context: VariableContext): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => resolved(whole, name, context));
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
    throw new Unresolved(`it asks for ${whole}, which only the editor itself can ask for`);
  }
  throw new Unresolved(`it uses ${whole}, which only the editor itself can resolve`);
}

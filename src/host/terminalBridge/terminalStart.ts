import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { asString, isObject } from '../../base/json';
import { type PermissionMode, permissionModes } from '../../contract/content';

/** Start options of the CLI in a terminal. The CLI's own settings decide absent ones. */
export interface TerminalStart {
  readonly mode?: PermissionMode;
  readonly model?: string;
  /**
   * `last`: the folder's last conversation; `pick`: chosen in the terminal; else a conversation's
   * id.
   */
  readonly resume?: string;
  readonly cwd?: string;
  /** Command that the CLI runs at its start, without the slash. */
  readonly command?: string;
}

/**
 * Reads the argument of a command, which a link or another extension may have passed.
 * @throws UserError `settings.badArgument`
 */
export function startOf(argument: unknown, mayBypass: boolean): TerminalStart {
  if (!isObject(argument)) {
    return {};
  }
  const mode = asString(argument.mode);
  const modes = terminalModes(mayBypass);
  if (mode === 'bypassPermissions' && !mayBypass) {
    throw badArgument(
      l10n.t(
        'The mode {0} needs {1}. Turn it on in your user settings.',
        mode,
        'tandem.permissions.allowBypass',
      ),
    );
  }
  if (mode !== undefined && !isOneOf(modes, mode)) {
    throw badArgument(l10n.t('The mode must be one of {0}.', modes.join(', ')));
  }
  const model = asString(argument.model);
  const resume = asString(argument.resume);
  const cwd = asString(argument.cwd);
  const command = asString(argument.command);
  if (command !== undefined && !/^[a-z][\w:-]*$/i.test(command)) {
    throw badArgument(l10n.t('A command is a name without the slash, such as {0}.', 'permissions'));
  }
  return {
    ...(mode ? { mode } : {}),
    ...(model ? { model } : {}),
    ...(resume ? { resume } : {}),
    ...(cwd ? { cwd } : {}),
    ...(command ? { command } : {}),
  };
}

/** Returns the modes that a terminal may start in. */
export function terminalModes(mayBypass: boolean): readonly PermissionMode[] {
  return permissionModes.filter(mode => mayBypass || mode !== 'bypassPermissions');
}

export function argumentsOf({ mode, model, resume, command }: TerminalStart): string[] {
  return [
    // With `=`, a value that begins with a dash is not an option of its own.
    ...(mode ? [`--permission-mode=${mode}`] : []),
    ...(model ? [`--model=${model}`] : []),
    ...(resume === 'last' ? ['--continue'] : []),
    ...(resume === 'pick' ? ['--resume'] : []),
    ...(resume && resume !== 'last' && resume !== 'pick' ? [`--resume=${resume}`] : []),
    ...(command ? [`/${command}`] : []),
  ];
}

function isOneOf(modes: readonly PermissionMode[], name: string): name is PermissionMode {
  return modes.some(mode => mode === name);
}

function badArgument(message: string): UserError {
  return new UserError('settings.badArgument', message);
}

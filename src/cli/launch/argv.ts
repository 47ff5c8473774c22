import { rmSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { type Disposable, toDisposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { CliHelp } from './cliHelp';
import { type FlagArgument, flags, type LeftOut, takesFlag } from './flags';
import { type FreeText, isOneWord } from './flagValues';
import type { LaunchSetting, LaunchSettings } from './launchSettings';
import { writeScratch } from './scratchFiles';
import { type CliVersion, isAtLeast } from './version';

/** Conversation that the process runs. `at`: uuid of the message line after which it is cut. */
export type LaunchSession =
  | { readonly kind: 'new'; readonly id: SessionId }
  | { readonly kind: 'resume'; readonly id: SessionId; readonly at?: string }
  | {
      readonly kind: 'fork';
      readonly from: SessionId;
      /** Transcript file of `from`, if it is outside the folder's own session store. */
      readonly file?: string;
      readonly id: SessionId;
      readonly at?: string;
    };

/** Settings, and the facts that decide how they become arguments. */
export interface SettingArgvRequest {
  readonly version: CliVersion;
  readonly help?: CliHelp | undefined;
  readonly settings: LaunchSettings;
  /** See `mayBypassPermissions`. */
  readonly mayBypass: boolean;
  /** Folder for texts that are too long for a command line; created when needed. */
  readonly scratchFolder: string;
  /** True if the CLI does not see the files of this machine. */
  readonly isElsewhere?: boolean;
  readonly log: Log;
}

export interface ArgvRequest extends SettingArgvRequest {
  readonly session: LaunchSession;
  /** Stores nothing; supported from `temporarySince` on. */
  readonly isTemporary?: boolean | undefined;
}

export interface Argv extends Disposable {
  readonly args: readonly string[];
  /** Tells the user which limits of theirs do not hold. */
  readonly notices: readonly string[];
}

/** First version that can leave a conversation unstored; older versions reject the flag. */
export const temporarySince: CliVersion = '2.0.77';

/** First version that reports runs of hooks; older versions reject the flag. */
const hookEventsSince: CliVersion = '2.1.120';

const protocol = [
  ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
  ...['--include-partial-messages', '--permission-prompt-tool', 'stdio'],
];

/** Bytes. Windows limits the whole command line to 32 KB. */
const longestText = 8 * 1024;
const longestLine = 24 * 1024;

/**
 * Builds the command line of one process. The result owns the files that it names; dispose of it
 * after the process has read them.
 * @throws UserError `settings.tooLong`, naming the setting
 */
export function buildArgv(request: ArgvRequest): Promise<Argv> {
  return withSettings(request, [
    ...(isAtLeast(request.version, hookEventsSince) ? ['--include-hook-events'] : []),
    ...protocol,
    ...sessionArguments(request.session, request.version),
    ...(request.isTemporary ? ['--no-session-persistence'] : []),
  ]);
}

/** Adds the arguments of settings to others. The result and the errors are those of `buildArgv`. */
export async function withSettings(
  request: SettingArgvRequest,
  first: readonly string[],
): Promise<Argv> {
  const files: string[] = [];
  const dispose = toDisposable(() => {
    // Synchronous: this also runs when the extension host is about to end.
    for (const file of files) {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        request.log.debug(`${file} could not be removed`, messageOf(error));
      }
    }
  });
  try {
    const args = [...first];
    const notices: string[] = [];
    for (const { setting, given: argument } of settingArguments(request, notices)) {
      args.push(...(await toArgs(setting, argument, request, files)));
    }
    args.push(...ownArguments(request));
    const length = args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 3, 0);
    if (length > longestLine) {
      throw tooLong(
        l10n.t(
          'The settings together cannot be passed on: a command line takes {0} KB of one value and {1} KB in all. Put the content into a file and name the file instead.',
          longestText / 1024,
          longestLine / 1024,
        ),
      );
    }
    return { args, notices, dispose: () => dispose.dispose() };
  } catch (error) {
    dispose.dispose();
    throw error;
  }
}

function settingArguments(request: SettingArgvRequest, notices: string[]) {
  const { settings, version, help, mayBypass, log } = request;
  return flags.flatMap(one => {
    const { flag, setting, since, argumentsFor } = one;
    const value = settings[setting];
    if (value === undefined || value === null) {
      return [];
    }
    const parts = argumentsFor(value, { version, help, settings, mayBypass });
    if (parts.kind !== 'problem') {
      reportLeftOut(setting, parts.leftOut ?? [], request, notices);
    }
    if (parts.kind === 'none') {
      return [];
    }
    if (!takesFlag(one, { version, help })) {
      log.info(`${setting} has no effect: Claude Code ${version} has no ${flag} (from ${since})`);
      if (limits.has(setting) || setting === 'tandem.agent') {
        notices.push(
          l10n.t(
            '{0} has no effect with Claude Code {1}: it needs {2} or newer.',
            setting,
            version,
            since,
          ),
        );
      }
      return [];
    }
    if (parts.kind === 'problem') {
      log.warn(`${setting} has no effect: ${parts.problem}`);
      if (limits.has(setting)) {
        notices.push(notLimited(setting, JSON.stringify(value)));
      }
      return [];
    }
    return [{ setting, given: parts.args }];
  });
}

/** Settings that take something away from the agent: what is left out of them is told. */
const limits: ReadonlySet<LaunchSetting> = new Set([
  'tandem.permissions.disallowedTools',
  'tandem.limits.maxTurns',
  'tandem.limits.maxBudgetUsd',
]);

function reportLeftOut(
  setting: LaunchSetting,
  leftOut: readonly LeftOut[],
  { log }: SettingArgvRequest,
  notices: string[],
): void {
  for (const { value, grammar } of leftOut) {
    log.warn(`${setting}: left out ${value}, which is not a ${grammar}`);
    if (limits.has(setting)) {
      notices.push(notLimited(setting, value));
    }
  }
}

function notLimited(setting: string, value: string): string {
  return l10n.t(
    "{0} contains {1}, which can't be passed to Claude Code and doesn't limit Claude. Correct it in your settings.",
    setting,
    value,
  );
}

/** Returns the user's own arguments, except what no command line can carry. */
function ownArguments({ settings, log }: SettingArgvRequest): readonly string[] {
  return (settings['tandem.cli.args'] ?? []).filter(argument => {
    const isText = typeof argument === 'string' && !argument.includes('\0');
    if (!isText) {
      log.warn(`tandem.cli.args: left out ${JSON.stringify(argument)}, which is not an argument`);
    }
    return isText;
  });
}

async function toArgs(
  setting: string,
  argument: readonly FlagArgument[],
  { scratchFolder, isElsewhere = false }: SettingArgvRequest,
  files: string[],
): Promise<string[]> {
  const args: string[] = [];
  for (const arg of argument) {
    if (typeof arg === 'string') {
      args.push(arg);
    } else if (isForLine(arg)) {
      args.push(...(arg.flag ? [arg.flag] : []), arg.text);
    } else if (isElsewhere) {
      throw unseenFile(setting);
    } else {
      const file = await writeScratch(scratchFolder, arg.text);
      files.push(file);
      args.push(...(arg.fileFlag ? [arg.fileFlag] : []), file);
    }
  }
  if (args.some(arg => Buffer.byteLength(arg) > longestText)) {
    throw tooLong(
      l10n.t(
        '{0} cannot be passed on: a command line takes {1} KB of one value and {2} KB in all. Put the content into a file and name the file instead.',
        setting,
        longestText / 1024,
        longestLine / 1024,
      ),
    );
  }
  return args;
}

function isForLine({ text, isPrivate = false }: FreeText): boolean {
  return !isPrivate && Buffer.byteLength(text) <= longestText && isOneWord(text);
}

/** Returns the session id if known before the first frame: 2.0.36 accepts none for a fork. */
export function knownSessionId(session: LaunchSession, version: CliVersion): SessionId | undefined {
  return session.kind === 'fork' && !isAtLeast(version, '2.1.7') ? undefined : session.id;
}

function sessionArguments(session: LaunchSession, version: CliVersion): string[] {
  switch (session.kind) {
    case 'new':
      return ['--session-id', session.id];
    case 'resume':
      return ['--resume', session.id, ...cutAt(session.at)];
    case 'fork': {
      const id = knownSessionId(session, version);
      const chosen = id === undefined ? [] : ['--session-id', id];
      return [
        '--resume',
        session.file ?? session.from,
        '--fork-session',
        ...chosen,
        ...cutAt(session.at),
      ];
    }
  }
}

function cutAt(uuid: string | undefined): string[] {
  return uuid === undefined ? [] : ['--resume-session-at', uuid];
}

function unseenFile(setting: string): UserError {
  return new UserError(
    'settings.unseen',
    l10n.t(
      '{0} (or the profile of this folder) is passed in a file, which Claude Code does not see where tandem.cli.wrapper runs it. Put its content into the settings of Claude Code there.',
      setting,
    ),
  );
}

function tooLong(message: string): UserError {
  return new UserError('settings.tooLong', message);
}

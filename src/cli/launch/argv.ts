import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Disposable, toDisposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { type FlagArgument, flags } from './flags';
import type { LaunchSettings } from './launchSettings';
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

export interface ArgvRequest {
  readonly version: CliVersion;
  readonly session: LaunchSession;
  /** Stores nothing; supported from `temporarySince` on. */
  readonly isTemporary?: boolean | undefined;
  readonly settings: LaunchSettings;
  /** See `mayBypassPermissions`. */
  readonly mayBypass: boolean;
  /** Folder for texts that are too long for a command line; created when needed. */
  readonly scratchFolder: string;
  readonly log: Log;
}

export interface Argv extends Disposable {
  readonly args: readonly string[];
}

/** First version that can leave a conversation unstored; older versions reject the flag. */
export const temporarySince: CliVersion = '2.0.77';

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
export async function buildArgv(request: ArgvRequest): Promise<Argv> {
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
    const args = [
      ...protocol,
      ...sessionArguments(request.session, request.version),
      ...(request.isTemporary ? ['--no-session-persistence'] : []),
    ];
    for (const { setting, given: argument } of settingArguments(request)) {
      args.push(...(await toArgs(setting, argument, request.scratchFolder, files)));
    }
    args.push(...(request.settings['tandem.cli.args'] ?? []));
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
    return { args, dispose: () => dispose.dispose() };
  } catch (error) {
    dispose.dispose();
    throw error;
  }
}

function settingArguments({ settings, version, mayBypass, log }: ArgvRequest) {
  return flags.flatMap(({ flag, setting, since, argumentsFor }) => {
    const value = settings[setting];
    if (value === undefined || value === null) {
      return [];
    }
    const parts = argumentsFor(value, { version, settings, mayBypass });
    if (parts.kind === 'none') {
      return [];
    }
    if (!isAtLeast(version, since)) {
      log.info(`${setting} has no effect: Claude Code ${version} has no ${flag} (from ${since})`);
      return [];
    }
    if (parts.kind === 'problem') {
      log.warn(`${setting} has no effect: ${parts.problem}`);
      return [];
    }
    return [{ setting, given: parts.args }];
  });
}

async function toArgs(
  setting: string,
  argument: readonly FlagArgument[],
  scratchFolder: string,
  files: string[],
): Promise<string[]> {
  const args: string[] = [];
  for (const arg of argument) {
    if (typeof arg !== 'string' && Buffer.byteLength(arg.text) > longestText) {
      const file = join(scratchFolder, `${randomUUID()}.txt`);
      files.push(file);
      await writeFileAtomic(file, arg.text);
      args.push(...arg.inFile(file));
    } else {
      args.push(...(typeof arg === 'string' ? [arg] : arg.inline));
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

function tooLong(message: string): UserError {
  return new UserError('settings.tooLong', message);
}

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Disposable, toDisposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { type FlagArgument, flags } from './flags';
import type { LaunchSettings } from './launchSettings';
import { type CliVersion, isAtLeast } from './version';

/** Which conversation the process carries. `at`: cut after the message line with this uuid. */
export type LaunchSession =
  | { readonly kind: 'new'; readonly id: SessionId }
  | { readonly kind: 'resume'; readonly id: SessionId; readonly at?: string }
  | {
      readonly kind: 'fork';
      readonly from: SessionId;
      /** Where `from` is stored, when that is not where the folder's own sessions are. */
      readonly file?: string;
      readonly id: SessionId;
      readonly at?: string;
    };

export interface ArgvRequest {
  readonly version: CliVersion;
  readonly session: LaunchSession;
  /** Nothing is stored; from `temporarySince` on. */
  readonly isTemporary?: boolean | undefined;
  readonly settings: LaunchSettings;
  /** See `mayBypassPermissions`. */
  readonly mayBypass: boolean;
  /** Where texts go that are too long for a command line. Made when needed. */
  readonly scratchFolder: string;
  readonly log: Log;
}

export interface Argv extends Disposable {
  readonly args: readonly string[];
}

/** The first version that can leave a conversation unstored; an older one refuses the flag. */
export const temporarySince: CliVersion = '2.0.77';

const protocol = [
  ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
  ...['--include-partial-messages', '--permission-prompt-tool', 'stdio'],
];

/** Bytes. Windows takes 32 KB for the whole command line. */
const longestText = 8 * 1024;
const longestLine = 24 * 1024;

/**
 * The command line of one process. The result owns the files that it names and is disposed of after
 * the process has read them.
 * @throws UserError `settings.tooLong` that names the setting
 */
export async function buildArgv(request: ArgvRequest): Promise<Argv> {
  const files: string[] = [];
  const dispose = toDisposable(() => {
    // At once: this also runs when the extension host is about to end.
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
    for (const { setting, given } of settingArguments(request)) {
      args.push(...(await toArgs(setting, given, request.scratchFolder, files)));
    }
    args.push(...(request.settings['tandem.cli.args'] ?? []));
    const length = args.reduce((sum, arg) => sum + Buffer.byteLength(arg) + 3, 0);
    if (length > longestLine) {
      throw tooLong('The settings together');
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
  given: readonly FlagArgument[],
  scratchFolder: string,
  files: string[],
): Promise<string[]> {
  const args: string[] = [];
  for (const arg of given) {
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
    throw tooLong(setting);
  }
  return args;
}

/** The id of the session before its first frame: 2.0.36 does not let us choose that of a fork. */
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

function tooLong(what: string): UserError {
  return new UserError(
    'settings.tooLong',
    `${what} cannot be passed on: a command line takes ${longestText / 1024} KB of one value and ${longestLine / 1024} KB in all. Put the content into a file and name the file instead.`,
  );
}

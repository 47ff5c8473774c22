import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Disposable } from '../../base/disposable';
import { ProgramAnswers } from '../../cli/programs/programAnswers';
import { ProgramGate } from '../../cli/programs/programGate';
import { readPrograms } from '../../cli/programs/readPrograms';
import { hasSessions } from '../../cli/sessions/findSession';
import type { Channel } from '../../core/conversation/channel';
import { GitProgram } from '../../node/git/gitProgram';
import { isTracked } from '../../node/git/tracked';
import type { CliAssistant } from '../agent/cliAssistant';
import type { HostBase } from '../hostBase';

/** Milliseconds for git to say whether a repository brings a file. */
const patience = 10_000;

/** Builds the question about what a folder's files make the CLI run. */
export function createPrograms(
  { storage, log, add }: HostBase,
  cli: Pick<CliAssistant, 'configFolder'>,
): ProgramGate {
  const git = add(new GitProgram({ env: process.env, platform: process.platform }));
  const path = join(storage, 'folderPrograms.json');
  const hasRun = (folder: string) => hasSessions(folder, cli.configFolder);
  const answers = new ProgramAnswers(path, log, hasRun);
  const reading = {
    home: homedir(),
    isTracked: (path: string) => isTracked(git, path, AbortSignal.timeout(patience)),
    hasOwnRules: (folder: string) => answers.hasOwnRules(folder),
    sharedRules: (folder: string) => answers.sharedRules(folder),
  };
  return add(new ProgramGate(place => readPrograms(place, reading), answers));
}

/** Part of a `Channel` that an answer concerns. */
interface Asking {
  readonly cwd: string;
  readonly heldBy: object | undefined;
  readonly agent: Pick<Channel['agent'], 'isLive' | 'needRestart' | 'warmUp'>;
}

/** Starts the agents that waited for the answer; those that run take it up with a restart. */
export function followAnswers<C extends Asking>(
  programs: Pick<ProgramGate, 'onAnswered'>,
  channels: () => readonly C[],
  isShown: (channel: C) => boolean,
): Disposable {
  return programs.onAnswered(cwd => {
    for (const channel of channels().filter(one => one.cwd === cwd)) {
      if (channel.agent.isLive) {
        channel.agent.needRestart();
      } else if (isShown(channel) && !channel.heldBy) {
        void channel.agent.warmUp();
      }
    }
  });
}

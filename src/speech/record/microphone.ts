import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { raceTimeout } from '../../node/raceTimeout';
import { type PipedProcess, spawnProcess } from '../../node/spawnProcess';
import type { ProcessOwner, SpeechCommand, SpeechSystem } from '../command';
import { lastWords } from '../lastWords';

interface MicrophoneOptions extends SpeechSystem {
  /** Recorders to try, best first. */
  readonly recorders: readonly SpeechCommand[];
  readonly owner: ProcessOwner;
  readonly onSound: (pcm: Buffer) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds until the first sound: devices of wireless headsets take a while. */
const patience = 8_000;

/**
 * Starts the first recorder that gives sound.
 * @throws UserError `speech.noRecorder` or `speech.recorder`, with what the first of them has said
 */
export async function openMicrophone(options: MicrophoneOptions): Promise<PipedProcess> {
  const { recorders, owner, log } = options;
  const failures: UserError[] = [];
  for (const recorder of recorders) {
    if (owner.isDisposed) {
      break;
    }
    try {
      return await start(recorder, options);
    } catch (error) {
      log.warn(`${recorder.name} does not record`, { error: messageOf(error) });
      failures.push(asUserError(error));
    }
  }
  throw failures[0] ?? new UserError('speech.noRecorder', noRecorder());
}

async function start(
  { name, command, args, env }: SpeechCommand,
  { platform, cwd, owner, onSound, clock, log }: MicrophoneOptions,
): Promise<PipedProcess> {
  const recorder = await spawnProcess({ command, args, env, cwd, platform, clock, log });
  owner.add(recorder);
  const sounds = new Deferred<'sound'>();
  recorder.onBytes(pcm => {
    sounds.resolve('sound');
    onSound(pcm);
  });
  // Recorders read nothing.
  recorder.endInput();
  const first = await raceTimeout(Promise.race([sounds.promise, recorder.exited]), patience, clock);
  if (first === 'sound') {
    return recorder;
  }
  recorder.dispose();
  if (first === undefined) {
    throw new UserError(
      'speech.recorder',
      l10n.t('{0} records no sound. Check that a microphone is connected and allowed.', name),
    );
  }
  const words = lastWords(recorder.stderrTail);
  throw new UserError(
    'speech.recorder',
    words === ''
      ? l10n.t('{0} could not record. Check that a microphone is connected and allowed.', name)
      : l10n.t(
          '{0} could not record: {1}. Check that a microphone is connected and allowed.',
          name,
          words,
        ),
    { detail: recorder.stderrTail },
  );
}

function asUserError(error: unknown): UserError {
  return error instanceof UserError
    ? error
    : new UserError('speech.recorder', messageOf(error), { cause: error });
}

function noRecorder(): string {
  return l10n.t('No program that records was found. Set up dictation to install one.');
}

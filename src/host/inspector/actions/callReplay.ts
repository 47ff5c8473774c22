import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { callsOf } from '../../../core/inspector/exchange/importedCalls';
import { loopbackAddress } from '../../../core/inspector/replay/loopbackAddress';
import { sendAgain } from '../../../core/inspector/replay/sendAgain';
import { recount } from '../../../gateway/accounting/recount';
import { withRunProgress } from '../../headless/withRunProgress';
import { nativeUi } from '../../nativeText/nativeUi';
import type { Mask } from '../recording/secretMask';
import type { Subjects } from '../subjects/subjects';
import type { ActionResult } from './actionResult';

export interface ReplayParts {
  readonly subjects: Pick<Subjects, 'of'>;
  mask(): Promise<Mask>;
  /** Address that the user has entered last. */
  readonly lastAddress: { get(): string; set(address: string): PromiseLike<void> };
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends recorded requests again, to programs on this machine only and without keys. */
export class CallReplay {
  private replays = 0;

  constructor(private readonly parts: ReplayParts) {}

  /** @returns a sentence that says what came back, with the new call; empty if the user declined */
  async replay(id: string, recorded: RecordedCall): Promise<ActionResult> {
    const { lastAddress } = this.parts;
    const entered = await nativeUi.showInputBox({
      title: l10n.t('Replay Model Call'),
      prompt: l10n.t(
        'Address on this machine that answers like the Messages API, such as a scripted one. No key is sent.',
      ),
      value: lastAddress.get(),
      placeHolder: 'http://127.0.0.1:8080',
      validateInput: problemOf,
    });
    if (entered === undefined) {
      return { text: '' };
    }
    const address = loopbackAddress(entered);
    await lastAddress.set(entered);
    const title = l10n.t('Replaying a model call');
    const done = await withRunProgress(title, ({ signal, report }) => {
      const onProgress = (bytes: number) => report(l10n.t('{0} KB', Math.round(bytes / 1024)));
      return this.send(id, recorded, address, signal, onProgress);
    });
    return done ?? { text: l10n.t('The replay was canceled.') };
  }

  private async send(
    id: string,
    recorded: RecordedCall,
    address: URL,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<ActionResult> {
    const { subjects, clock, log } = this.parts;
    const mask = await this.parts.mask();
    const exchange = await sendAgain(recorded, address, { clock, mask, signal, onProgress });
    const onError = (error: unknown) => log.warn('A replayed call was not counted', { error });
    const counted = await recount([exchange], { onError, signal });
    this.replays += 1;
    const key = `replay-${this.replays}`;
    const [call] = callsOf([exchange], counted, 'replay', () => key, mask);
    if (!call) {
      return { text: l10n.t('This is not a Messages API request.') };
    }
    (await subjects.of(id)).addReplay(call);
    const { status } = call.inspected.call;
    return {
      text:
        status === undefined
          ? l10n.t('The replay got no answer.')
          : l10n.t('The replay was answered with status {0}.', status),
      show: { subject: id, key: recorded.inspected.key, other: key },
    };
  }
}

function problemOf(text: string): string | undefined {
  try {
    loopbackAddress(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

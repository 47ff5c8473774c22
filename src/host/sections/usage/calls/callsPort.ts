import type { Event } from '../../../../base/emitter';
import type { ChannelId } from '../../../../contract/ids';
import type { CallLog } from '../../../../gateway/accounting/callLog';

/** Counted calls of one conversation. */
export type CountedCalls = Pick<CallLog, 'calls' | 'inFlight' | 'sums'>;

/** Parts of the gateway that the section shows and uses. */
export interface CallsPort {
  /** Whether the user has switched observing on. */
  isOn(): boolean;
  /** Returns the calls of a conversation, undefined if it was never observed. */
  of(channel: ChannelId): CountedCalls | undefined;
  /** Returns why a conversation is not observed although observing is on. */
  obstacleOf(channel: ChannelId): string | undefined;
  /** Differs whenever a call has got further. */
  readonly revision: number;
  readonly onChanged: Event<unknown>;
  /** Runs the command that switches observing on, after a question, or off. */
  switchTo(isOn: boolean): Promise<void>;
  openInspector(): Promise<void>;
  /** Shows a text as a document that is not saved yet. */
  showJson(text: string): Promise<void>;
}

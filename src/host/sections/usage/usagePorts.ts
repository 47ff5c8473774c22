import type { Clock } from '../../../base/clock';
import type { Event } from '../../../base/emitter';
import type { Channel } from '../../../core/conversation/channel';
import type { AccountLimits } from './accountLimits';
import type { CallsPort } from './calls/callsPort';
import type { StoredUsage } from './storedUsage';
import type { KnownConversation } from './usageTables';

/** Parts of the host that the section of usage shows. */
export interface UsagePorts {
  readonly limits: AccountLimits;
  readonly clock: Clock;
  /** Per cent from which on a limit is a warning. */
  warnAt(): number;
  channels(): readonly Channel[];
  /** Fires when a conversation changes. */
  readonly onChanged: Event<Channel>;
  /** Stored and open conversations. */
  conversations(): Promise<readonly KnownConversation[]>;
  readonly stored: StoredUsage;
  readonly calls: CallsPort;
  openConversation(id: string): Promise<void>;
  /** Shows a text as a document that is not saved yet. */
  showCsv(text: string): Promise<void>;
}

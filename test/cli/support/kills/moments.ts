import type { ChannelId } from '../../../../src/contract/ids';
import type { IsolatedHome } from '../../../support/cli/isolatedHome';

/** Moments of a message's life at which processes are killed. */
export const moments = [
  'while the CLI starts',
  'after Enter, before the record is written',
  'after the record, before stdin',
  'after stdin, before the first frame',
  'while text streams',
  'while a permission card waits',
  'after Allow, before the CLI has it',
  'while a command runs',
  'between the write of an Edit and its result',
  'while an undo is recorded',
  'while a Stop is under way',
  'just after the result',
] as const;
export type Moment = (typeof moments)[number];

/** Processes that are killed. Everything includes what the CLI has started. */
export const victims = ['the CLI', 'the host', 'both', 'everything'] as const;
export type Victim = (typeof victims)[number];

/** The user's message in each story, and what its Edit and its Write are about. */
export const words = 'Do the work.';
export const names = { edited: 'edited.txt', written: 'written.txt', started: 'started.txt' };
export const texts = { before: 'one\ntwo\n', after: 'ONE\ntwo\n' };
export const streamed = 'So far';

/** First argument of `killedHost.ts`, as JSON. */
export interface HostOrders {
  readonly home: Pick<IsolatedHome, 'root' | 'home' | 'env' | 'workspace'>;
  readonly moment: Moment;
}

/** Messages of the host to the test. */
export type HostReport =
  | { readonly kind: 'reached'; readonly channel: ChannelId; readonly agent: number | undefined }
  | { readonly kind: 'settled' };

/** Messages of the test to the host. */
export type HostOrder = 'goOn' | 'leave';

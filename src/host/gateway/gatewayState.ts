import type { ChannelId } from '../../contract/ids';
import type { Obstacle } from './obstacles';

/** State of the gateway, for the user. */
export interface GatewayState {
  /** Absent while no process needs it. */
  readonly address?: string | undefined;
  /** Whether the user has switched observing on. */
  readonly isOn: boolean;
  /** Conversations whose model calls are observed. */
  readonly observed: number;
  /** Profiles whose key is put in by the gateway at present. */
  readonly kept: number;
  /** Requests so far. */
  readonly calls: number;
  /** Conversations that are not observed although observing is on. */
  readonly unobserved: ReadonlyMap<ChannelId, Obstacle>;
}

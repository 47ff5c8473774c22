import type { InspectorCalls, InspectorEvents } from '../../../contract/inspector/inspector';
import type { Peer } from '../../../contract/peer';

/** The host's end of the connection to the inspector's page. */
export type InspectorPeer = Peer<
  Record<never, never>,
  Record<never, never>,
  InspectorCalls,
  InspectorEvents
>;

import type { Log } from '../../base/log';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { Profiles } from '../account/profiles';
import type { CliAssistant } from '../agent/cliAssistant';
import type { Chats } from '../chat/chats';
import type { CallLogs } from '../gateway/callLogs';
import type { GatewayService } from '../gateway/gatewayService';
import type { HostBase } from '../hostBase';
import type { LiveReports } from './live/liveReports';
import type { RecordingSwitches } from './recording/recordingSwitches';
import type { Recordings } from './recording/recordings';
import type { Mask } from './recording/secretMask';

/** Features of the host that the inspector shows and uses. */
export interface InspectorNeeds extends HostBase {
  readonly cli: Pick<CliAssistant, 'locate' | 'environment'>;
  readonly profiles: Pick<Profiles, 'stored' | 'keys'>;
  readonly gateway: GatewayService;
  readonly calls: CallLogs;
  readonly registry: ChannelRegistry;
  chats(): Chats;
}

/** Parts that are always there, for the inspector's window. */
export interface InspectorParts extends Omit<InspectorNeeds, 'log'> {
  readonly log: Log;
  readonly switches: RecordingSwitches;
  readonly recordings: Recordings;
  readonly live: LiveReports;
  /** Bytes that recordings may take. */
  limit(): number;
  /** Folder of the recordings. */
  readonly folder: string;
  mask(): Promise<Mask>;
}

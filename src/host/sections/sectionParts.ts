import type { Event } from '../../base/emitter';
import type { Channel } from '../../core/conversation/channel';
import type { Profiles } from '../account/profiles';
import type { CliAssistant } from '../agent/cliAssistant';
import type { WorkspaceServers } from '../agentTools/servers/workspaceServers';
import type { NewConversation } from '../chat/chats';
import type { FileOpener } from '../chat/fileOpener';
import type { CallLogs } from '../gateway/callLogs';
import type { GatewayService } from '../gateway/gatewayService';
import type { HostBase } from '../hostBase';
import type { SectionAgent } from './tab/sectionAgent';
import type { UsagePorts } from './usage/usagePorts';

/** Features of the host that the sections show and use. */
export interface SectionParts extends HostBase {
  readonly agents: ConstructorParameters<typeof SectionAgent>[0]['agents'];
  readonly cli: Pick<
    CliAssistant,
    'locate' | 'configFolder' | 'stateFile' | 'doctor' | 'signIn' | 'onSigningIn'
  >;
  readonly profiles: Profiles;
  readonly gateway: Pick<GatewayService, 'state' | 'onChanged'>;
  readonly calls: Pick<CallLogs, 'of' | 'onChanged' | 'revision'>;
  readonly editorServers: Pick<WorkspaceServers, 'list' | 'isOffering'>;
  readonly opener: Pick<FileOpener, 'openLink'>;
  channels(): readonly Channel[];
  /** Fires when a conversation changes. */
  readonly onChanged: Event<Channel>;
  /** Fires when another conversation comes to the front. */
  readonly onActiveChanged: Event<Channel | undefined>;
  /** Fires with the folder when the user has decided about its programs. */
  readonly onProgramsAnswered: Event<string>;
  /** Listed conversations. */
  readonly conversations: UsagePorts['conversations'];
  startNew(conversation: NewConversation): Promise<unknown>;
  /** Conversation in front. */
  active(): Channel | undefined;
  /** Folder of new conversations. */
  cwd(): string | undefined;
}

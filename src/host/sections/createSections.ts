import * as vscode from 'vscode';
import type { Event } from '../../base/emitter';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import { ServerCommand } from '../../cli/servers/serverCommand';
import { readServerFiles } from '../../cli/servers/serverFiles';
import type { Channel } from '../../core/conversation/channel';
import type { CliAssistant } from '../agent/cliAssistant';
import type { WorkspaceServers } from '../agentTools/servers/workspaceServers';
import type { NewConversation } from '../chat/chats';
import type { FileOpener } from '../chat/fileOpener';
import type { HostBase } from '../hostBase';
import { mentionRow } from '../mentions/rows/mentionRow';
import { type ContextPorts, contextSection } from './context/contextSection';
import { ContextWarnings } from './context/contextWarnings';
import type { SectionSource } from './model/sectionSource';
import { ServersSection } from './servers/serversSection';
import { SignIns } from './servers/signIns';
import { statusSection } from './status/statusSection';
import { SectionAgent } from './tab/sectionAgent';
import { SectionTab } from './tab/sectionTab';
import { AccountLimits } from './usage/accountLimits';
import { LimitItem } from './usage/limitItem';
import { type UsagePorts, usageSection } from './usage/usageSection';

export interface SectionParts extends HostBase {
  readonly agents: ConstructorParameters<typeof SectionAgent>[0]['agents'];
  readonly cli: Pick<CliAssistant, 'locate' | 'configFolder' | 'stateFile'>;
  readonly editorServers: Pick<WorkspaceServers, 'list' | 'isOffering'>;
  readonly opener: Pick<FileOpener, 'openLink'>;
  channels(): readonly Channel[];
  /** Fires when a conversation changes. */
  readonly onChanged: Event<Channel>;
  /** Listed conversations whose cost is known. */
  readonly costs: UsagePorts['costs'];
  startNew(conversation: NewConversation): Promise<unknown>;
  /** Conversation in front. */
  active(): Channel | undefined;
  /** Folder of new conversations. */
  cwd(): string | undefined;
}

export function createSections(parts: SectionParts): SectionTab {
  const { context, clock, log, add, agents, channels } = parts;
  const agent = add(new SectionAgent({ agents, channels, clock }));
  const warnings = new ContextWarnings(() => parts.settings.get('tandem.context.warnAt'));
  add(parts.onChanged(channel => warnings.look(channel)));
  return add(
    new SectionTab({
      extensionUri: context.extensionUri,
      sources: sources(parts),
      place: () => {
        const channel = parts.active();
        const cwd = channel?.cwd ?? parts.cwd();
        const isTrusted = vscode.workspace.isTrusted;
        const restart = () => agent.restart();
        return { cwd, channel, isTrusted, reports: () => agent.reports(cwd, channel), restart };
      },
      openLink: async url => void (await parts.opener.openLink(url)),
      log,
    }),
  );
}

/** All sections, in the order of the tab. A new one takes one line here. */
function sources(parts: SectionParts): readonly SectionSource[] {
  return [
    usageSection(usagePorts(parts)),
    contextSection(contextPorts(parts)),
    serversSection(parts),
    statusSection(),
  ];
}

function usagePorts({
  clock,
  add,
  settings,
  channels,
  onChanged,
  costs,
}: SectionParts): UsagePorts {
  const limits = add(new AccountLimits(clock));
  const warnAt = () => settings.get('tandem.usage.warnAt');
  const item = add(new LimitItem(limits, warnAt, clock));
  const taken = new WeakMap<Channel, unknown>();
  add(
    onChanged(channel => {
      const { limits: reported } = channel.conversation.summary;
      // A report of long ago must not replace what others have reported since.
      if (reported && taken.get(channel) !== reported) {
        taken.set(channel, reported);
        limits.take(reported);
      }
    }),
  );
  add(settings.onChanged(mayDiffer => mayDiffer('tandem.usage.warnAt') && item.show()));
  return { limits, clock, warnAt, channels, onChanged, costs };
}

function contextPorts({ settings, onChanged, startNew }: SectionParts): ContextPorts {
  return {
    warnAt: () => settings.get('tandem.context.warnAt'),
    onChanged,
    handOver: async ({ cwd, title, record }) => {
      const target = { kind: 'session', id: record.sessionId, title } as const;
      const texts = { name: title, label: title, icon: 'comment-discussion', isAmbiguous: true };
      const { mention } = mentionRow(target, texts);
      const text = `${mention.token} `;
      await startNew({ cwd, start: { draft: { text, images: [], mentions: [mention] } } });
    },
  };
}

function serversSection(parts: SectionParts): SectionSource {
  const { cli, clock, log, add, editorServers, opener, channels } = parts;
  const { platform } = process;
  return new ServersSection({
    files: cwd => {
      const { stateFile, configFolder } = cli;
      return readServerFiles({
        ...{ cwd, stateFile, configFolder },
        managedFolder: managedFolder(platform),
      });
    },
    editor: editorServers,
    command: new ServerCommand({ locate: () => cli.locate(), platform, clock, log }),
    signIns: add(new SignIns(clock, log)),
    openLink: async url => void (await opener.openLink(url)),
    restartAgents: cwd => {
      for (const channel of channels()) {
        if (cwd === undefined || channel.cwd === cwd) {
          channel.agent.needRestart();
        }
      }
    },
    clock,
    log,
  });
}

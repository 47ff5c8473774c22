import { join } from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import { ServerCommand } from '../../cli/servers/serverCommand';
import { readServerFiles } from '../../cli/servers/serverFiles';
import { newestServerLog } from '../../cli/servers/serverLog';
import { UsageReader } from '../../cli/sessions/usage/usageReader';
import type { SectionId } from '../../contract/sections';
import type { Channel } from '../../core/conversation/channel';
import type { CommandId } from '../contributed';
import { obstacleText } from '../gateway/obstacles';
import { mentionRow } from '../mentions/rows/mentionRow';
import { type ContextPorts, contextSection } from './context/contextSection';
import { ContextWarnings } from './context/contextWarnings';
import type { SettingsFiles } from './files/settingsFiles';
import type { SectionSource } from './model/sectionSource';
import type { SectionParts } from './sectionParts';
import { ServersSection } from './servers/serversSection';
import { SignIns } from './servers/signIns';
import { type StatusPorts, statusSection } from './status/statusSection';
import { AccountLimits } from './usage/accountLimits';
import type { CallsPort } from './usage/calls/callsPort';
import { LimitItem } from './usage/limitItem';
import { StoredUsage } from './usage/storedUsage';
import type { UsagePorts } from './usage/usagePorts';
import { usageSection } from './usage/usageSection';

/** Sections about running agents, their account and their servers. */
export function agentSections(
  parts: SectionParts,
  files: SettingsFiles,
  show: (section: SectionId) => void,
): Record<'usage' | 'context' | 'servers' | 'status', SectionSource> {
  const warnings = new ContextWarnings(() => parts.settings.get('tandem.context.warnAt'));
  parts.add(parts.onChanged(channel => warnings.look(channel)));
  return {
    usage: usageSection(usagePorts(parts)),
    context: contextSection(contextPorts(parts)),
    servers: serversSection(parts),
    status: statusSection(statusPorts(parts, files, show)),
  };
}

function statusPorts(
  { cli, context, channels, onChanged, gateway }: SectionParts,
  files: SettingsFiles,
  show: (section: SectionId) => void,
): StatusPorts {
  return {
    locate: () => cli.locate(),
    doctor: cwd => cli.doctor(cwd),
    configFolder: () => cli.configFolder,
    tandemVersion: String(context.extension.packageJSON.version),
    channels,
    onChanged,
    gateway,
    faults: async cwd =>
      (await files.read({ cwd })).flatMap(({ path, broken, rejected, obstacle }) => {
        const { line, reason } = broken ?? rejected ?? { line: 1, reason: obstacle };
        return reason === undefined ? [] : [{ path, line, reason }];
      }),
    show,
  };
}

function usagePorts(parts: SectionParts): UsagePorts {
  const { clock, add, settings, channels, onChanged, conversations } = parts;
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
  const stored = add(new StoredUsage(usageReader(parts), clock));
  return {
    ...{ limits, clock, warnAt, channels, onChanged, conversations, stored },
    openConversation: async id => {
      const command: CommandId = 'tandem.sessions.resume';
      await vscode.commands.executeCommand(command, id);
    },
    calls: callsPort(parts),
    showCsv: content => showDocument(content, 'csv'),
  };
}

function callsPort({ gateway, calls }: SectionParts): CallsPort {
  return {
    isOn: () => gateway.state.isOn,
    of: channel => calls.of(channel),
    obstacleOf: channel => {
      const obstacle = gateway.state.unobserved.get(channel);
      return obstacle && obstacleText(obstacle);
    },
    get revision() {
      return calls.revision;
    },
    onChanged: listener => {
      const store = new DisposableStore();
      store.add(calls.onChanged(listener));
      store.add(gateway.onChanged(listener));
      return store;
    },
    switchTo: async isOn => {
      const command: CommandId = isOn ? 'tandem.gateway.observe' : 'tandem.gateway.stop';
      await vscode.commands.executeCommand(command);
    },
    openInspector: async () => {
      await vscode.commands.executeCommand('tandem.inspector.open' satisfies CommandId);
    },
    showJson: content => showDocument(content, 'json'),
  };
}

async function showDocument(content: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: false });
}

function usageReader({ add, cli, clock, context, log, storage }: SectionParts): UsageReader {
  return add(
    new UsageReader({
      program: join(context.extensionPath, 'dist', 'usageWorker.js'),
      projects: async () => join(cli.configFolder, 'projects'),
      cache: join(storage, 'usage.json'),
      ...{ clock, log },
    }),
  );
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
    openLog: async (server, cwd) => {
      const { env } = await cli.locate();
      const path = await newestServerLog(server, cwd, env, platform);
      if (path !== undefined) {
        await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
      }
      return path !== undefined;
    },
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

import * as vscode from 'vscode';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import type { Channel } from '../../core/conversation/channel';
import type { CliAssistant } from '../agent/cliAssistant';
import type { FileOpener } from '../chat/fileOpener';
import type { HostBase } from '../hostBase';
import { PreviewDocuments } from './files/previewDocuments';
import { SettingsFiles } from './files/settingsFiles';
import { hooksSection } from './hooks/hooksSection';
import type { SectionSource } from './model/sectionSource';
import { outputStylesSection } from './outputStyles/outputStylesSection';
import { permissionsSection } from './permissions/permissionsSection';
import { sandboxSection } from './sandbox/sandboxSection';
import { SettingsCatalog } from './settings/settingsCatalog';
import { settingsSection } from './settings/settingsSection';
import { statusSection } from './status/statusSection';
import { SectionAgent } from './tab/sectionAgent';
import { SectionTab } from './tab/sectionTab';

export interface SectionParts extends HostBase {
  readonly agents: ConstructorParameters<typeof SectionAgent>[0]['agents'];
  readonly cli: Pick<CliAssistant, 'configFolder'>;
  readonly opener: Pick<FileOpener, 'openLink'>;
  channels(): readonly Channel[];
  /** Conversation in front. */
  active(): Channel | undefined;
  /** Folder of new conversations. */
  cwd(): string | undefined;
}

export function createSections(parts: SectionParts): SectionTab {
  const { context, clock, log, add, agents, channels } = parts;
  const agent = add(new SectionAgent({ agents, channels, clock }));
  const files = new SettingsFiles({
    configFolder: () => parts.cli.configFolder,
    managed: managedFolder(process.platform),
    launch: () => parts.settings.get('tandem.cli.settings'),
    preview: add(new PreviewDocuments()),
  });
  const catalog = new SettingsCatalog(context.asAbsolutePath('media/claudeSettings.schema.json'));
  return add(
    new SectionTab({
      extensionUri: context.extensionUri,
      sources: sources(files, catalog),
      place: () => {
        const channel = parts.active();
        const cwd = channel?.cwd ?? parts.cwd();
        const isTrusted = vscode.workspace.isTrusted;
        return { cwd, channel, isTrusted, reports: () => agent.reports(cwd, channel) };
      },
      openLink: async url => void (await parts.opener.openLink(url)),
      log,
    }),
  );
}

/** All sections, in the order of the tab. A new one takes one line here. */
function sources(files: SettingsFiles, catalog: SettingsCatalog): readonly SectionSource[] {
  return [
    permissionsSection(files),
    sandboxSection(files),
    hooksSection(files),
    outputStylesSection(files),
    settingsSection(files, catalog),
    statusSection(),
  ];
}

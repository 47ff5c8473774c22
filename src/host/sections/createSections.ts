import * as vscode from 'vscode';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import { accountSection } from './account/accountSection';
import { accountPorts } from './accountPorts';
import { agentSections } from './agentSections';
import { AgentsSection } from './agents/agentsSection';
import { definitionPorts } from './definitionPorts';
import { PreviewDocuments } from './files/previewDocuments';
import { SettingsFiles } from './files/settingsFiles';
import { hooksSection } from './hooks/hooksSection';
import { memorySection } from './memory/memorySection';
import { memoryPorts } from './memoryPorts';
import type { SectionSource } from './model/sectionSource';
import { outputStylesSection } from './outputStyles/outputStylesSection';
import { permissionsSection } from './permissions/permissionsSection';
import { pluginPorts } from './pluginPorts';
import { pluginsSection } from './plugins/pluginsSection';
import { sandboxSection } from './sandbox/sandboxSection';
import type { SectionParts } from './sectionParts';
import { SettingsCatalog } from './settings/settingsCatalog';
import { settingsSection } from './settings/settingsSection';
import { skillsSection } from './skills/skillsSection';
import { SectionAgent } from './tab/sectionAgent';
import { SectionTab } from './tab/sectionTab';

export function createSections(parts: SectionParts): SectionTab {
  const { context, clock, log, add, agents, channels } = parts;
  const agent = add(new SectionAgent({ agents, channels, isOpen: () => tab.isOpen, clock }));
  const preview = add(new PreviewDocuments());
  const files = new SettingsFiles({
    configFolder: () => parts.cli.configFolder,
    managed: managedFolder(process.platform),
    launch: () => parts.settings.get('tandem.cli.settings'),
    preview,
  });
  const catalog = new SettingsCatalog(context.asAbsolutePath('media/claudeSettings.schema.json'));
  const definitions = definitionPorts(parts, preview);
  const own = {
    ...agentSections(parts, files, section => tab.open({ section })),
    memory: memorySection(files, memoryPorts(parts, preview)),
    plugins: pluginsSection(files, pluginPorts(parts)),
    account: accountSection(accountPorts(parts)),
    agents: new AgentsSection(definitions),
    hooks: hooksSection(files, parts.onChanged),
    skills: skillsSection(files, definitions),
  };
  const tab: SectionTab = add(
    new SectionTab(
      {
        extensionUri: context.extensionUri,
        sources: sources(own, files, catalog),
        place: () => {
          const channel = parts.active();
          const cwd = channel?.cwd ?? parts.cwd();
          const isTrusted = vscode.workspace.isTrusted;
          const restart = () => agent.restart();
          return { cwd, channel, isTrusted, reports: () => agent.reports(cwd, channel), restart };
        },
        log,
        platform: process.platform,
      },
      () => agent.end(),
    ),
  );
  const readAnew = () => {
    agent.restart();
    tab.changed();
  };
  add(parts.onActiveChanged(() => tab.changed()));
  add(parts.onChanged(channel => channel === parts.active() && tab.changed()));
  add(parts.onProgramsAnswered(readAnew));
  add(vscode.workspace.onDidGrantWorkspaceTrust(readAnew));
  return tab;
}

type OwnSection = 'account' | 'memory' | 'plugins' | 'agents' | 'skills' | 'hooks';

/** All sections, in the order of the tab. A new one takes one line here. */
function sources(
  own: ReturnType<typeof agentSections> & Record<OwnSection, SectionSource>,
  files: SettingsFiles,
  catalog: SettingsCatalog,
): readonly SectionSource[] {
  return [
    own.account,
    own.usage,
    own.context,
    own.memory,
    own.servers,
    own.agents,
    own.skills,
    own.plugins,
    permissionsSection(files),
    sandboxSection(files),
    own.hooks,
    outputStylesSection(files),
    settingsSection(files, catalog),
    own.status,
  ];
}

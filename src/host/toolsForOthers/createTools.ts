import { randomUUID } from 'node:crypto';
import type { ToolContext } from '../agentTools/tool/editorTool';
import type { CommandTable } from '../commands/command';
import type { GateKeeper } from '../gate/gate';
import type { HostBase } from '../hostBase';
import { writeLauncher } from '../mcpLauncher/launcher';
import { nativeUi } from '../nativeText/nativeUi';
import { RunConsent } from './acting/runConsent';
import { copyServer } from './copyServer';
import type { SharedFeatures } from './tool/sharedTool';
import { ToolsForOthers } from './toolsForOthers';

interface ToolsParts extends HostBase {
  readonly gate: Pick<GateKeeper, 'cwd' | 'workspaceFolders'>;
  readonly readRules: ToolContext['readRules'];
  readonly features: SharedFeatures;
  /** Opens a text as a document that cannot be changed. */
  openText(id: string, text: string): Promise<void>;
}

/** Builds the tools for VS Code's own chats and for agents of others, and their command. */
export function createTools(parts: ToolsParts) {
  const { context, storage, settings, gate, readRules, features, clock, log } = parts;
  const { packageJSON } = context.extension;
  const listed: readonly { readonly name: string; readonly displayName: string }[] =
    packageJSON.contributes.languageModelTools;
  const isOffered = () => settings.get('tandem.editorTools.offerToOthers');
  const tools = new ToolsForOthers({
    version: packageJSON.version,
    titles: new Map(listed.map(({ name, displayName }) => [name, displayName])),
    consent: new RunConsent({
      showWarningMessage: nativeUi.showWarningMessage,
      openText: text => parts.openText(randomUUID(), text),
    }),
    cwd: () => gate.cwd,
    workspaceFolders: () => gate.workspaceFolders,
    ...{ readRules, features, isOffered, clock, log: log.child('tools for others') },
  });
  const { extensionPath } = context;
  const { execPath, platform } = process;
  return {
    tools,
    commands: {
      'tandem.mcp.copyConfiguration': () =>
        copyServer({
          ...{ isOffered, workspaceFolders: gate.workspaceFolders },
          writeLauncher: () => writeLauncher({ storage, extensionPath, execPath, platform }),
        }),
    } satisfies Partial<CommandTable>,
  };
}

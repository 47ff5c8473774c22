import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcpClient } from '../../../src/acp/ports';
import { type Disposable, DisposableStore } from '../../../src/base/disposable';
import { silentLog } from '../../../src/base/log';
import type { ChannelId } from '../../../src/contract/ids';
import { createAcpClient } from '../../../src/host/acp/acpClients';
import { CommandNotes } from '../../../src/host/acp/terminals/commandNotes';
import { readRulesOf } from '../../../src/host/agent/readRules';
import { EditorTools } from '../../../src/host/agentTools/tool/editorTools';
import { toolTable } from '../../../src/host/agentTools/toolTable';
import { SettingsReader } from '../../../src/host/settings';
import { Sharing } from '../../../src/host/sharing/sharing';
import { systemClock } from '../../../src/node/systemClock';

export interface AcpBed extends Disposable {
  readonly client: AcpClient;
}

/**
 * Builds the editor's side of the protocol inside the extension host, as the product does.
 * @param extensionPath folder of the built extension
 */
export function open(cwd: string, extensionPath: string): AcpBed {
  const store = new DisposableStore();
  const add = <T extends Disposable>(part: T): T => store.add(part);
  const settings = add(new SettingsReader());
  const readRules = readRulesOf(settings, () => join(homedir(), '.claude'));
  const [clock, log] = [systemClock, silentLog];
  const editorTools = new EditorTools({
    ...{ table: toolTable, version: '1', readRules, clock, log },
    isEnabled: () => true,
    allowsReadOnly: () => true,
  });
  const storage = mkdtempSync(join(tmpdir(), 'acp-storage-'));
  add({ dispose: () => rmSync(storage, { recursive: true, force: true }) });
  const create = createAcpClient(
    { settings, storage, clock, log, add, context: { extensionPath } },
    {
      tools: { editorTools, servers: { configs: async () => ({}) } },
      readRules,
      sharing: add(new Sharing(clock, readRules)),
      askedEdits: { ask: async (_agent, _edit, input) => ({ input }) },
      environment: async () => process.env as Record<string, string>,
    },
    new CommandNotes(join(storage, 'agentCommands'), process.platform, log),
  );
  const client = create({ channel: 'acp' as ChannelId, cwd, addDirs: [], agent: 'Scripted' });
  return { client, dispose: () => store.dispose() };
}

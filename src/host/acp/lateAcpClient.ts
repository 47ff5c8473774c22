import { join } from 'node:path';
import type { AcpClientFactory } from '../../acp/ports';
import { lazily } from '../../base/lazily';
import type { AcpClientParts, ClientBase } from './acpClients';
import { CommandNotes } from './terminals/commandNotes';

/**
 * Loads the editor's side of the Agent Client Protocol with the first agent that needs it. Commands
 * that agents of killed windows have left end now.
 */
export function lateAcpClient(base: ClientBase, parts: AcpClientParts): AcpClientFactory {
  const folder = join(base.storage, 'agentCommands');
  const notes = new CommandNotes(folder, process.platform, base.log.child('acp editor'));
  void notes.endLeft();
  const factory = lazily(async () => {
    const { createAcpClient } = await import('./acpClients');
    return createAcpClient(base, parts, notes);
  });
  return async of => (await factory())(of);
}

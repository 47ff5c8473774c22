import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandDeps, CommandTable } from '../commands/command';
import { frontChannel } from '../commands/targets';
import { sessionIdOf } from '../links/link';
import { agentTitle } from '../pageConfig';
import { turnText } from './copyTurn';
import type { ExportTarget } from './exporter';

export const exportCommands = {
  'tandem.chat.exportMarkdown': (deps, id, cwd) => deps.exporter.markdown(targetOf(deps, id, cwd)),
  'tandem.chat.exportJson': (deps, id, cwd) => deps.exporter.json(targetOf(deps, id, cwd)),
  'tandem.chat.copyTurn': async deps => {
    await vscode.env.clipboard.writeText(await turnText(frontChannel(deps), agentTitle));
  },
} satisfies Partial<CommandTable>;

/** The session that was named, else the conversation in front. */
function targetOf(deps: CommandDeps, id: unknown, cwd: unknown): ExportTarget {
  if (id === undefined) {
    const { cwd: folder, record } = frontChannel(deps);
    return { cwd: folder, id: record.sessionId };
  }
  const folder = typeof cwd === 'string' ? cwd : deps.cwd();
  const session = typeof id === 'string' ? sessionIdOf(id) : undefined;
  if (!session || folder === undefined) {
    throw new UserError('badSession', vscode.l10n.t('A session id is a UUID.'));
  }
  return { cwd: folder, id: session };
}

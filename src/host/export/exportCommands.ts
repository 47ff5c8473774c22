import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandDeps, CommandTable } from '../commands/command';
import { frontChannel } from '../commands/targets';
import { agentTitle } from '../pageConfig';
import { isSessionId } from '../sessions/sessionTargets';
import { turnText } from './copyTurn';
import type { ExportTarget } from './exporter';

export const exportCommands = {
  'tandem.chat.exportMarkdown': async (deps, target, cwd) =>
    deps.exporter.markdown(await targetOf(deps, target, cwd)),
  'tandem.chat.exportJson': async (deps, target, cwd) =>
    deps.exporter.json(await targetOf(deps, target, cwd)),
  'tandem.chat.copyTurn': async deps => {
    await vscode.env.clipboard.writeText(await turnText(frontChannel(deps), agentTitle));
  },
} satisfies Partial<CommandTable>;

/** The session that was named, by its id or by its row, else the conversation in front. */
async function targetOf(deps: CommandDeps, target: unknown, cwd: unknown): Promise<ExportTarget> {
  if (target === undefined) {
    const { cwd: folder, record } = frontChannel(deps);
    return { cwd: folder, id: record.sessionId };
  }
  const row = await deps.sessionRoom.known(target);
  const folder = typeof cwd === 'string' ? cwd : (row?.cwd ?? deps.cwd());
  const id = row?.id ?? target;
  if (!isSessionId(id) || folder === undefined) {
    throw new UserError('badSession', vscode.l10n.t('A session id is a UUID.'));
  }
  return { cwd: folder, id };
}

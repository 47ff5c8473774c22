import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { SessionTrash } from '../../cli/sessions/sessionTrash';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import type { Profiles } from '../account/profiles';
import type { Chats } from '../chat/chats';
import { buildList, type ListParts } from './buildList';
import { ChatSessionViews } from './chatSessionViews';
import { Handover } from './handover';
import { HitReveal } from './hitReveal';
import { SessionActions } from './sessionActions';
import type { SessionImport } from './sessionImport';
import { SessionService } from './sessionService';
import type { SessionsTree } from './sessionsTree';
import { SessionTargets } from './sessionTargets';
import { sessionTextSearch } from './sessionTextSearch';
import { SessionTransfer } from './sessionTransfer';
import { readReport } from './storeReport';

export interface SessionParts extends ListParts {
  /** Port of the server that terminals connect to. */
  idePort(): Promise<number | undefined>;
  readonly profiles: Pick<Profiles, 'forTerminal'>;
  readonly chats: Chats;
  readonly imports: SessionImport;
  readonly tree: SessionsTree;
}

/** Builds the list of conversations and the actions on them. */
export function buildSessions(parts: SessionParts): SessionService {
  const { storage, settings, gate, cli, registry, chats, folders, marks } = parts;
  const { tree, clock, log, add } = parts;
  const { list, grouping, index, filter } = buildList(parts);
  const views = new ChatSessionViews(chats, registry, folders.picker, parts.imports);
  const trash = new SessionTrash(join(storage, 'trash'), clock, log);
  void emptyTrash(trash, marks, log);
  const handover = new Handover(storage);
  const service = new SessionService({
    list,
    grouping,
    filter,
    targets: new SessionTargets(
      list,
      () => tree.focused,
      () => chats.active?.record.sessionId,
    ),
    actions: new SessionActions({
      views,
      trash,
      marks,
      foreign: parts.foreign,
      refresh: () => list.refresh(),
      preferred: () => settings.get('tandem.sessions.openIn'),
      clock,
      log,
    }),
    transfer: new SessionTransfer({
      views,
      handover,
      locate: async cwd => parts.profiles.forTerminal(await cli.locate(), cwd),
      idePort: () => parts.idePort(),
      workspaceFolders: () => gate.folders,
      clock,
    }),
    hits: new HitReveal(registry, chats),
    searchText: sessionTextSearch(log),
    cwd: () => gate.cwd,
    report: () => readReport(index, cli),
    log,
  });
  const scopeName = () => {
    const isAll = settings.get('tandem.sessions.scope') === 'all';
    const parts = [
      isAll ? vscode.l10n.t('all folders') : '',
      filter.isActive ? vscode.l10n.t('filtered') : '',
    ];
    return parts.filter(Boolean).join(' · ') || undefined;
  };
  tree.follow(list, scopeName);
  void takeHandover(handover, parts).catch((error: unknown) =>
    log.error('A conversation from another window could not be opened', {
      error: messageOf(error),
    }),
  );
  return add(service);
}

/** Empties the trash of old sessions and forgets the marks of those that it deletes. */
async function emptyTrash(trash: SessionTrash, marks: SessionMarks, log: Log): Promise<void> {
  try {
    await marks.forget(await trash.empty());
  } catch (error) {
    log.warn('The trash could not be emptied', { error: messageOf(error) });
  }
}

/** Opens a conversation that another window has handed over with this folder. */
async function takeHandover(
  handover: Handover,
  { gate, chats, settings, clock }: SessionParts,
): Promise<void> {
  const id = await handover.take(gate.folders, clock.now());
  if (id) {
    await chats.openSession(id, { in: settings.get('tandem.sessions.openIn') });
  }
}

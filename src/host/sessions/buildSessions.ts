import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { LiveSessions } from '../../cli/sessions/liveSessions';
import { SessionIndex } from '../../cli/sessions/sessionIndex';
import { SessionTrash } from '../../cli/sessions/sessionTrash';
import type { SessionId } from '../../contract/ids';
import { FolderWatch } from '../../node/folderWatch';
import { isFolder } from '../../node/isFolder';
import type { CliAssistant } from '../agent/cliAssistant';
import { attentionOf, isAtWork } from '../channels/attention';
import type { Channel } from '../channels/channel';
import type { ChannelRegistry } from '../channels/registry';
import type { GateKeeper } from '../gate';
import type { SessionImport } from '../links/sessionImport';
import type { Chats } from '../panel/chats';
import type { SettingsReader } from '../settings';
import { Handover } from './handover';
import { OtherPlaces } from './otherPlaces';
import { Homes } from './repositories';
import { SessionActions, type SessionPlaces } from './sessionActions';
import { SessionList } from './sessionList';
import type { SessionMarks } from './sessionMarks';
import { SessionRoom } from './sessionRoom';
import type { OpenSession, OtherPlace } from './sessionRow';
import type { SessionsTree } from './sessionsTree';
import { SessionTargets } from './sessionTargets';
import { textSearch } from './textSearch';

export interface SessionParts {
  readonly storage: string;
  readonly settings: SettingsReader;
  readonly gate: GateKeeper;
  readonly cli: CliAssistant;
  readonly registry: ChannelRegistry;
  readonly chats: Chats;
  readonly imports: SessionImport;
  readonly marks: SessionMarks;
  readonly live: LiveSessions;
  readonly tree: SessionsTree;
  readonly clock: Clock;
  readonly log: Log;
  /** Takes what is to end with the window. */
  add<T extends Disposable>(part: T): T;
}

/** The list of conversations and what can be done with them. */
export function buildSessions(parts: SessionParts): SessionRoom {
  const {
    storage,
    settings,
    gate,
    cli,
    registry,
    chats,
    imports,
    marks,
    live,
    tree,
    clock,
    log,
    add,
  } = parts;
  const index = add(
    new SessionIndex({
      configFolder: async () => cli.configFolder,
      cachePath: join(storage, 'sessions', 'index.json'),
      clock,
      log,
    }),
  );
  const changed = add(new Emitter<void>());
  const fire = () => changed.fire();
  add(registry.onChanged(fire));
  add(live.onChanged(fire));
  add(new FolderWatch(join(storage, 'sessions', 'open'), fire, { log }));
  add(vscode.workspace.onDidChangeWorkspaceFolders(fire));
  add(
    settings.onChanged(mayDiffer => {
      if (mayDiffer('tandem.sessions.groupBy') || mayDiffer('tandem.sessions.scope')) {
        fire();
      }
    }),
  );
  const homes = new Homes();
  const list = new SessionList(
    {
      store: {
        get all() {
          return index.all;
        },
        onChanged: index.onChanged,
        // Nothing is looked at before somebody wants to see it.
        refresh: () => {
          return index.refresh();
        },
      },
      marks,
      open: () =>
        registry.all
          .filter(({ record }) => record.temporary === undefined)
          .map(channel => openSession(channel, marks)),
      elsewhere: () => openElsewhere(cli.isFound ? live : undefined, registry),
      onChanged: changed.event,
      workspaceFolders: () => gate.folders,
      groupBy: () => settings.get('tandem.sessions.groupBy'),
      scope: () => settings.get('tandem.sessions.scope'),
      language: vscode.env.language,
    },
    homes,
    clock,
    log,
  );
  let folder = cli.configFolder;
  add(
    cli.onFound(() => {
      fire();
      if (folder !== cli.configFolder) {
        folder = cli.configFolder;
        void list.refresh();
      }
    }),
  );
  index.watch();

  const places: SessionPlaces = {
    open: async (row, place) => {
      const { id, cwd, channelId } = row;
      const isHere = cwd !== undefined && homes.homeOf(cwd).isWorkspace && (await isFolder(cwd));
      await (channelId || isHere
        ? chats.openSession(id, { ...(cwd ? { cwd } : {}), in: place })
        : imports.open(id, place));
    },
    isInSideBar: id => chats.isInSideBar(id),
    close: id => chats.closeSession(id),
    release: id => registry.release(id),
    rename: async (id, title) => (await registry.bySession(id)?.rename(title)) ?? false,
    isAtWork: id => {
      const channel = registry.get(id);
      return channel !== undefined && (isAtWork(channel) || hasPrompts(channel));
    },
  };
  const trash = new SessionTrash(join(storage, 'trash'), clock, log);
  void trash
    .empty()
    .catch((error: unknown) =>
      log.warn('The trash could not be emptied', { error: messageOf(error) }),
    );
  const handover = new Handover(storage);
  const room = new SessionRoom({
    list,
    homes,
    targets: new SessionTargets(
      list,
      () => tree.focused,
      () => chats.front?.record.sessionId,
    ),
    actions: new SessionActions({
      places,
      trash,
      marks,
      refresh: () => index.refresh(),
      preferred: () => settings.get('tandem.sessions.openIn'),
      clock,
      log,
    }),
    others: new OtherPlaces({
      places,
      handover,
      locate: () => cli.locate(),
      workspaceFolders: () => gate.folders,
    }),
    searchText: textSearch(log),
    cwd: () => gate.cwd,
    report: async () => ({ report: await index.report(), folder: cli.configFolder }),
    log,
  });
  const scopeName = () =>
    settings.get('tandem.sessions.scope') === 'all' ? vscode.l10n.t('all folders') : undefined;
  tree.follow(list, scopeName);
  void takeHandover(handover, parts).catch((error: unknown) =>
    log.error('A conversation from another window could not be opened', {
      error: messageOf(error),
    }),
  );
  return add(room);
}

function openSession(channel: Channel, marks: SessionMarks): OpenSession {
  const { conversation, record, cwd, title } = channel;
  const { costUsd } = conversation.summary.usage;
  const last = conversation.open ?? conversation.turns.at(-1);
  return {
    id: record.sessionId,
    channelId: channel.id,
    title,
    cwd,
    attention: attentionOf(channel, marks),
    at: last?.endedAt ?? last?.startedAt ?? record.updatedAt,
    ...(costUsd ? { costUsd } : {}),
    ...(channel.heldBy ? { heldBy: channel.heldBy.kind === 'window' ? 'window' : 'terminal' } : {}),
  };
}

/** Of terminals by the CLI's own files, of other windows by our locks. */
async function openElsewhere(
  live: LiveSessions | undefined,
  registry: ChannelRegistry,
): Promise<ReadonlyMap<SessionId, OtherPlace>> {
  const [processes, windows] = await Promise.all([live?.list(), registry.openInWindows()]);
  const found = new Map<SessionId, OtherPlace>(windows.map(id => [id, 'window']));
  for (const { sessionId, entrypoint } of processes ?? []) {
    // Processes of our own leave the same files.
    if (entrypoint === 'cli' && !found.has(sessionId)) {
      found.set(sessionId, 'terminal');
    }
  }
  return found;
}

function hasPrompts(channel: Channel): boolean {
  return channel.conversation.summary.waiting.length > 0;
}

/** A conversation that another window has sent here with this folder. */
async function takeHandover(
  handover: Handover,
  { gate, chats, settings, clock }: SessionParts,
): Promise<void> {
  const id = await handover.take(gate.folders, clock.now());
  if (id) {
    const where = settings.get('tandem.sessions.openIn');
    await chats.openSession(id, { in: where });
  }
}

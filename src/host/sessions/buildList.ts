import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import type { LiveSessions } from '../../cli/sessions/liveSessions';
import { SessionIndex } from '../../cli/sessions/sessionIndex';
import type { SessionId } from '../../contract/ids';
import { attentionOf } from '../../core/conversation/attention';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import { FolderWatch } from '../../node/folderWatch';
import type { CliAssistant } from '../agent/cliAssistant';
import type { Folders } from '../folders/buildFolders';
import type { GateKeeper } from '../gate/gate';
import type { SettingsReader } from '../settings';
import { FolderGrouping } from './folderGrouping';
import { SessionList } from './sessionList';
import type { HolderKind, OpenSession } from './sessionRow';

export interface ListParts {
  readonly storage: string;
  readonly settings: SettingsReader;
  readonly gate: GateKeeper;
  readonly cli: CliAssistant;
  readonly registry: ChannelRegistry;
  readonly folders: Folders;
  readonly marks: SessionMarks;
  readonly live: LiveSessions;
  readonly clock: Clock;
  readonly log: Log;
  /** Registers a part that is disposed with the window. */
  add<T extends Disposable>(part: T): T;
}

interface BuiltList {
  readonly index: SessionIndex;
  readonly list: SessionList;
  readonly grouping: FolderGrouping;
}

/** Builds the list of sessions that are stored, open here or open elsewhere. */
export function buildList(parts: ListParts): BuiltList {
  const { storage, settings, gate, cli, registry, folders, marks, live, clock, log, add } = parts;
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
  const grouping = new FolderGrouping();
  add(
    folders.repositories.onChanged(() => {
      grouping.forget();
      fire();
    }),
  );
  let isAskedFor = false;
  const list = new SessionList(
    {
      store: {
        get all() {
          return index.all;
        },
        onChanged: index.onChanged,
        // Read and watch nothing before the list is first shown.
        refresh: () => {
          isAskedFor = true;
          index.watch();
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
    grouping,
    clock,
    log,
  );
  let folder = cli.configFolder;
  add(
    cli.onFound(() => {
      fire();
      if (folder !== cli.configFolder) {
        folder = cli.configFolder;
        void (isAskedFor && list.refresh());
      }
    }),
  );
  return { index, list, grouping };
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

/** Finds sessions in terminals by the CLI's own files, and in other windows by our locks. */
async function openElsewhere(
  live: LiveSessions | undefined,
  registry: ChannelRegistry,
): Promise<ReadonlyMap<SessionId, HolderKind>> {
  const [processes, windows] = await Promise.all([live?.list(), registry.openInWindows()]);
  const found = new Map<SessionId, HolderKind>(windows.map(id => [id, 'window']));
  for (const { sessionId, entrypoint } of processes ?? []) {
    // Our own processes leave the same files.
    if (entrypoint === 'cli' && !found.has(sessionId)) {
      found.set(sessionId, 'terminal');
    }
  }
  return found;
}

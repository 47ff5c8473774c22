import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { Log } from '../../base/log';
import type { LiveSessions } from '../../cli/sessions/liveSessions';
import { SessionIndex } from '../../cli/sessions/sessionIndex';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import { FolderWatch } from '../../node/folderWatch';
import type { CliAssistant } from '../agent/cliAssistant';
import type { Folders } from '../folders/buildFolders';
import type { GateKeeper } from '../gate/gate';
import type { SettingsReader } from '../settings';
import { AgentFilter } from './agentFilter';
import { FolderGrouping } from './folderGrouping';
import { ForeignSessions, type ForeignStore } from './foreignSessions';
import { openElsewhere, openHere } from './openSessions';
import { SessionList } from './sessionList';
import { StoredTitles } from './storedTitles';

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
  /** Memory of the workspace, on the user's side. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  /** Store of conversations with other agents, and the folder that holds its files. */
  readonly foreign: ForeignStore;
  readonly foreignFolder: string;
  /** Registers a part that is disposed with the window. */
  add<T extends Disposable>(part: T): T;
}

interface BuiltList {
  readonly index: SessionIndex;
  readonly list: SessionList;
  readonly grouping: FolderGrouping;
  readonly filter: AgentFilter;
}

/** Builds the list of sessions that are stored, open here or open elsewhere. */
export function buildList(parts: ListParts): BuiltList {
  const { storage, settings, gate, cli, registry, marks, live, clock, log, add } = parts;
  const index = add(
    new SessionIndex({
      configFolder: async () => cli.configFolder,
      cachePath: join(storage, 'sessions', 'index.json'),
      clock,
      log,
    }),
  );
  const grouping = new FolderGrouping();
  const filter = add(new AgentFilter(parts.memory));
  const foreign = add(new ForeignSessions(parts.foreign, parts.foreignFolder, log));
  const changed = watchRows(parts, grouping, filter);
  const store = new ShownSessions(index, foreign, add(new Emitter<void>()));
  const titles = new StoredTitles();
  // Registered before the list, which shows the titles of what is open.
  add(store.onChanged(() => titles.note(store.all, registry.all)));
  const list = new SessionList(
    {
      store,
      marks,
      open: () => openHere(registry, marks),
      elsewhere: () => openElsewhere(cli.isFound ? live : undefined, registry),
      onChanged: changed.event,
      workspaceFolders: () => gate.folders,
      groupBy: () => settings.get('tandem.sessions.groupBy'),
      scope: () => settings.get('tandem.sessions.scope'),
      isShown: agent => filter.isShown(agent),
      language: vscode.env.language,
    },
    grouping,
    clock,
    log,
  );
  let folder = cli.configFolder;
  add(
    cli.onFound(() => {
      changed.fire();
      if (folder !== cli.configFolder) {
        folder = cli.configFolder;
        void (store.isShown && list.refresh());
      }
    }),
  );
  return { index, list, grouping, filter };
}

/** Stored sessions, read and watched only from when the list is first shown. */
class ShownSessions {
  isShown = false;

  readonly onChanged: Event<void>;

  /** @param changed owned by the caller */
  constructor(
    private readonly index: SessionIndex,
    private readonly others: ForeignSessions,
    changed: Emitter<void>,
  ) {
    this.onChanged = changed.event;
    index.onChanged(() => changed.fire());
    others.onChanged(() => changed.fire());
  }

  get all() {
    return this.index.all;
  }

  get foreign() {
    return this.others.all;
  }

  async refresh(): Promise<void> {
    this.isShown = true;
    this.index.watch();
    this.others.watch();
    await Promise.all([this.index.refresh(), this.others.refresh()]);
  }
}

/** Fires when something apart from the stored sessions may have changed rows or their groups. */
function watchRows(
  { storage, settings, registry, folders, live, log, add }: ListParts,
  grouping: FolderGrouping,
  filter: AgentFilter,
): Emitter<void> {
  const changed = add(new Emitter<void>());
  const fire = () => changed.fire();
  add(registry.onChanged(fire));
  add(live.onChanged(fire));
  add(filter.onChanged(fire));
  add(new FolderWatch(join(storage, 'sessions', 'open'), fire, { log }));
  add(vscode.workspace.onDidChangeWorkspaceFolders(fire));
  add(
    settings.onChanged(mayDiffer => {
      if (mayDiffer('tandem.sessions.groupBy') || mayDiffer('tandem.sessions.scope')) {
        fire();
      }
    }),
  );
  add(
    folders.repositories.onChanged(() => {
      grouping.forget();
      fire();
    }),
  );
  return changed;
}

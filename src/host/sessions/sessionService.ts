import { realpath } from 'node:fs/promises';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { StoreReport } from '../../cli/sessions/listedSession';
import type { AgentFilter } from './agentFilter';
import type { FolderGrouping } from './folderGrouping';
import type { HitReveal } from './hitReveal';
import { ReportDocuments } from './reportDocuments';
import { SearchPicker, type SearchText } from './searchPicker';
import type { SessionActions } from './sessionActions';
import type { SessionList } from './sessionList';
import type { SessionRow } from './sessionRow';
import type { SessionTargets } from './sessionTargets';
import type { SessionTransfer } from './sessionTransfer';
import { reportMarkdown } from './storeReport';

export interface SessionServiceParts {
  readonly list: SessionList;
  readonly grouping: FolderGrouping;
  readonly filter: AgentFilter;
  readonly targets: SessionTargets;
  readonly actions: SessionActions;
  readonly transfer: SessionTransfer;
  readonly hits: HitReveal;
  readonly searchText: SearchText;
  report(): Promise<{ readonly report: StoreReport; readonly folder: string }>;
  /** Folder for new conversations. */
  cwd(): string | undefined;
  readonly log: Log;
}

/** Gives commands access to all conversations. */
export class SessionService implements Disposable {
  private readonly store = new DisposableStore();
  private readonly reports = this.store.add(new ReportDocuments());

  constructor(private readonly parts: SessionServiceParts) {
    this.store.add(parts.list);
  }

  get list(): SessionList {
    return this.parts.list;
  }

  get targets(): SessionTargets {
    return this.parts.targets;
  }

  get actions(): SessionActions {
    return this.parts.actions;
  }

  get transfer(): SessionTransfer {
    return this.parts.transfer;
  }

  /** Finds a listed conversation of any folder, by its row or its id. */
  known(target: unknown): Promise<SessionRow | undefined> {
    return this.targets.known(target);
  }

  /** Returns the latest conversation in the folder for new conversations. */
  async newest(): Promise<SessionRow | undefined> {
    await this.list.ready();
    const cwd = this.parts.cwd();
    // The agent reports its folder with symbolic links resolved.
    const real = cwd && (await realpath(cwd).catch(() => cwd));
    return this.list.rows.find(
      row =>
        (row.stored ?? row.foreign) && !row.isArchived && (row.cwd === real || row.cwd === cwd),
    );
  }

  isOfWorkspace({ cwd }: SessionRow): boolean {
    return cwd !== undefined && this.parts.grouping.groupFolderOf(cwd).isWorkspace;
  }

  /** Lists the conversations about the folders of this window, as they are stored now. */
  async ofWorkspace(): Promise<readonly SessionRow[]> {
    await this.list.refresh();
    return this.list.rows.filter(row => this.isOfWorkspace(row));
  }

  get searchText(): SearchText {
    return this.parts.searchText;
  }

  /** Lets the user search, and opens the result that they pick. */
  async search(query: string): Promise<void> {
    const { list, actions, hits, searchText, log } = this.parts;
    await list.ready();
    const folderOf = (row: SessionRow) => list.otherFolderOf(row);
    const found = await new SearchPicker(list.rows, folderOf, searchText, log).pick(query);
    if (found) {
      await actions.open(found.row);
      await (found.hit && hits.show(found.hit));
    }
  }

  /** Lets the user choose the agents whose conversations are listed. */
  async filterByAgent(given: unknown): Promise<void> {
    await this.list.ready();
    await this.parts.filter.choose(
      this.list.rows.map(({ agent }) => agent),
      given,
    );
  }

  async showReport(): Promise<void> {
    const { report, folder } = await this.parts.report();
    await this.reports.show(reportMarkdown(report, folder));
  }

  dispose(): void {
    this.store.dispose();
  }
}

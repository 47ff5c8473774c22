import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { plural } from '../../base/plural';
import type { SearchHit, SearchProgress } from '../../cli/sessions/search/searchSessions';
import type { SessionId } from '../../contract/ids';
import { type NeutralItem, pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import { lineText } from '../nativeText/neutral';
import type { SessionRow } from './sessionRow';
import { rowItem } from './sessionTargets';
import { ageText, fromMatch, plainText, withoutMarkup } from './shortTexts';

/** Searches the messages of these conversations; ends early if `signal` aborts. */
export type SearchText = (
  query: string,
  rows: readonly SessionRow[],
  onProgress: (progress: SearchProgress) => void,
  signal: AbortSignal,
) => AsyncIterable<SearchHit>;

export interface Found {
  readonly row: SessionRow;
  readonly query: string;
  readonly hit?: SearchHit;
}

interface Item extends vscode.QuickPickItem {
  readonly found?: Found;
}

/** Minimum length: fewer letters match every conversation. */
const fewest = 3;
/** Milliseconds after the last keystroke. */
const pause = 250;
const mostHits = 200;

/** Lists titles, branches and first prompts at once, and message hits as they are found. */
export class SearchPicker implements Disposable {
  private readonly store = new DisposableStore();
  private readonly picker = this.store.add(nativeUi.createQuickPick<Item>());
  private readonly titles: readonly NeutralItem<Item>[];
  private readonly byId: ReadonlyMap<SessionId, SessionRow>;
  private hits: NeutralItem<Item>[] = [];
  private search: AbortController | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isShowDue = false;

  constructor(
    private readonly rows: readonly SessionRow[],
    folderOf: (row: SessionRow) => string | undefined,
    private readonly searchText: SearchText,
    private readonly log: Log,
  ) {
    this.byId = new Map(rows.map(row => [row.id, row]));
    this.titles = rows.map(row =>
      pickItem<Item>({ ...rowItem(row, folderOf(row)), found: { row, query: '' } }),
    );
    this.picker.title = vscode.l10n.t('Search Conversations');
    this.picker.placeholder =
      rows.length > 0
        ? vscode.l10n.t('Search titles, branches and messages')
        : vscode.l10n.t('No conversation is stored yet');
    this.picker.matchOnDescription = true;
    this.picker.matchOnDetail = true;
    this.picker.items = this.titles;
  }

  /** @returns undefined if the user cancels */
  pick(query = ''): Promise<Found | undefined> {
    return new Promise(resolve => {
      this.store.add(this.picker.onDidChangeValue(value => this.typed(value)));
      this.store.add(
        this.picker.onDidAccept(() => {
          const [item] = this.picker.activeItems;
          if (item?.found) {
            resolve({ ...item.found, query: this.picker.value.trim() });
            this.picker.hide();
          }
        }),
      );
      this.store.add(
        this.picker.onDidHide(() => {
          resolve(undefined);
          this.dispose();
        }),
      );
      this.picker.show();
      if (query) {
        this.picker.value = query;
        this.typed(query);
      }
    });
  }

  dispose(): void {
    this.cancel();
    this.store.dispose();
  }

  private typed(value: string): void {
    const query = value.trim();
    this.cancel();
    this.hits = [];
    this.show();
    if (query.length < fewest) {
      return;
    }
    this.picker.busy = true;
    this.timer = setTimeout(() => void this.run(query), pause);
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.search?.abort();
    this.search = undefined;
    this.picker.busy = false;
    this.picker.title = vscode.l10n.t('Search Conversations');
  }

  private async run(query: string): Promise<void> {
    const search = new AbortController();
    const { signal } = search;
    this.search = search;
    const progress = ({ filesDone, filesTotal }: SearchProgress) => {
      if (!signal.aborted) {
        this.picker.title = vscode.l10n.t(
          'Searching: {0} of {1} conversations',
          filesDone,
          filesTotal,
        );
      }
    };
    try {
      for await (const hit of this.searchText(query, this.rows, progress, signal)) {
        if (signal.aborted) {
          return;
        }
        this.add(hit, query);
        if (this.hits.length >= mostHits) {
          break;
        }
      }
      this.finish(search);
    } catch (error) {
      if (!signal.aborted) {
        this.log.warn('The search failed', { error: messageOf(error) });
        this.finish(search, vscode.l10n.t('The search failed: {0}', messageOf(error)));
      }
    }
  }

  private finish(search: AbortController, problem?: string): void {
    if (this.search !== search || search.signal.aborted) {
      return;
    }
    this.cancel();
    this.picker.title = lineText(problem ?? foundText(this.hits.length));
    this.show(problem === undefined);
  }

  private add(hit: SearchHit, query: string): void {
    const row = this.byId.get(hit.id);
    // Current titles are listed above, and a previous title no longer counts.
    if (!row || hit.by === 'title') {
      return;
    }
    const { label } = rowItem(row);
    const item: Item = {
      label,
      // The row above tells all the rest of the conversation.
      description: ageText(row.at, Date.now(), vscode.env.language),
      detail: plainText(withoutMarkup(fromMatch(hit.excerpt))),
      // The hit need not match VS Code's own filter.
      alwaysShow: true,
      found: { row, query: query, hit },
    };
    this.hits.push(pickItem(item));
    this.showSoon();
  }

  /** Batches updates: many hits come at once, and each new list costs VS Code a layout. */
  private showSoon(): void {
    if (!this.isShowDue) {
      this.isShowDue = true;
      setTimeout(() => {
        this.isShowDue = false;
        if (!this.store.isDisposed) {
          this.show();
        }
      }, 150);
    }
  }

  /** @param isOver a search has ended: a row says so if it has found nothing */
  private show(isOver = false): void {
    const [active] = this.picker.activeItems;
    const separator = pickItem<Item>({
      label: vscode.l10n.t('in what was said'),
      kind: vscode.QuickPickItemKind.Separator,
    });
    this.picker.keepScrollPosition = true;
    const hits = isOver && this.hits.length === 0 ? [nothingFound()] : this.hits;
    this.picker.items = hits.length > 0 ? [...this.titles, separator, ...hits] : this.titles;
    if (active && this.picker.items.includes(active)) {
      this.picker.activeItems = [active];
    }
  }
}

function nothingFound(): NeutralItem<Item> {
  return pickItem<Item>({ label: vscode.l10n.t('No matches in messages'), alwaysShow: true });
}

function foundText(count: number): string {
  if (count >= mostHits) {
    return vscode.l10n.t('Search Conversations (first {0} matches in messages)', count);
  }
  if (count === 0) {
    // A row says so.
    return vscode.l10n.t('Search Conversations');
  }
  return plural(count, {
    one: vscode.l10n.t('Search Conversations (1 match in messages)'),
    other: vscode.l10n.t('Search Conversations ({0} matches in messages)', count),
  });
}

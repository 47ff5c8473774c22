import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { isOnUnknownShare } from '../../../base/networkPath';
import { type Handlers, Peer } from '../../../contract/peer';
import type {
  Section,
  SectionCalls,
  SectionEvents,
  SectionId,
  SectionLink,
  SectionNote,
  SectionRequest,
  SectionResult,
  UnfinishedForms,
} from '../../../contract/sections';
import { checkedCalls } from '../../chat/checkedCalls';
import { pageHtml, pageOptions } from '../../chat/html';
import { rowGone } from '../files/changeable';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ContentNote,
  RowPlace,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { boundedContent } from './boundedContent';
import { offeredAction } from './offeredActions';
import { Remedies, remedyCommand } from './remedies';
import { sectionSchemas } from './sectionSchemas';
import { withShownPaths } from './shownPaths';

/** Changes that can be taken back, while the tab is open. */
const mostUndos = 50;

const noteRow = 'note#';

export interface SectionPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly sources: readonly SectionSource[];
  place(): SectionPlace;
  readonly log: Log;
  readonly platform: NodeJS.Platform;
}

type SectionPeer = Peer<Record<never, never>, Record<never, never>, SectionCalls, SectionEvents>;

/** Webview of the tab "Claude Code", and what it may ask of the host. */
export class SectionPage implements Disposable {
  private readonly store = new DisposableStore();
  private readonly peer: SectionPeer;
  private readonly undos = new Map<string, { section: SectionId; undo: () => Promise<void> }>();
  /** Watches of the sections that were read. */
  private readonly watches = new Map<
    SectionId,
    { readonly cwd?: string; readonly watch: Disposable }
  >();
  /** Content of the sections that the page has, each with its folder. */
  private readonly shown = new Map<
    SectionId,
    { readonly number: number; readonly cwd: string | undefined; readonly content: SectionContent }
  >();
  private readNumber = 0;
  /** Places of the notes that were read last. */
  private readonly notePlaces = new Map<SectionId, readonly (RowPlace | undefined)[]>();
  private forms: UnfinishedForms = {};
  private isReady = false;

  constructor(
    webview: vscode.Webview,
    private readonly options: SectionPageOptions,
    private link: SectionLink,
  ) {
    const { log, extensionUri } = options;
    this.peer = this.store.add(
      new Peer(
        message => void webview.postMessage(message),
        checkedCalls(sectionSchemas, this.handlers()),
        {},
        fault => log.warn(`sections: ${fault}`),
      ),
    );
    this.store.add(webview.onDidReceiveMessage(message => this.peer.receive(message)));
    webview.options = pageOptions(extensionUri);
    webview.html = pageHtml(webview, extensionUri, { entry: 'sections' });
  }

  show(link: SectionLink): void {
    this.link = link;
    if (this.isReady) {
      this.peer.send('section.show', link);
    }
  }

  /** VS Code destroys a hidden page, which asks for everything again when it is shown. */
  hidden(): void {
    this.isReady = false;
    this.stopWatching();
  }

  /** Asks the page to read sections anew; without an argument, all of them. */
  changed(section?: SectionId): void {
    const ids = section ? [section] : this.options.sources.map(({ id }) => id);
    for (const id of this.isReady ? ids : []) {
      this.peer.send('section.changed', { section: id });
    }
  }

  dispose(): void {
    this.stopWatching();
    this.store.dispose();
  }

  private handlers(): Handlers<SectionCalls> {
    const { sources, log } = this.options;
    return {
      'sections.ready': () => {
        this.isReady = true;
        return {
          sections: sources.map(({ id, title }) => ({ id, title })),
          show: this.link,
          forms: this.forms,
        };
      },
      'section.read': ({ section, isRefresh = false }) => this.read(section, isRefresh),
      'section.act': request => this.act(request),
      'section.undo': ({ undo }) => this.undo(undo),
      'section.open': ({ section, row }) => this.open(section, row),
      'tab.keep': ({ forms, ...link }) => {
        this.link = link;
        this.forms = forms;
      },
      'log.report': ({ level, message }) => log[level](`sections: ${message}`),
    };
  }

  private async read(id: SectionId, isRefresh: boolean): Promise<Section> {
    const source = this.source(id);
    const place = this.options.place();
    this.watch(source, place);
    this.readNumber += 1;
    const number = this.readNumber;
    const remedies = new Remedies(place);
    const bounded = boundedContent(await source.read(remedies.place, isRefresh));
    const actions = [...remedies.actions, ...(bounded.actions ?? [])];
    const content = { ...bounded, ...(actions.length > 0 ? { actions } : {}) };
    // The page drops an answer that is older than the one that it shows.
    if (number > (this.shown.get(id)?.number ?? 0)) {
      this.shown.set(id, { number, cwd: place.cwd, content });
    }
    const { notes, ...rest } = withShownPaths(content, place.cwd);
    return { id, ...rest, ...(notes ? { notes: this.withoutPlaces(id, notes) } : {}) };
  }

  private withoutPlaces(id: SectionId, notes: readonly ContentNote[]): readonly SectionNote[] {
    this.notePlaces.set(
      id,
      notes.map(({ place }) => place),
    );
    return notes.map(({ place, ...note }, index) =>
      place ? { ...note, opens: `${noteRow}${index}` } : note,
    );
  }

  private async act({ section, entries = [], isPreview = false, ...request }: SectionRequest) {
    const source = this.source(section);
    const remedy = remedyCommand(request.action);
    if (!remedy && !source.act) {
      throw new UserError('page.badCall', vscode.l10n.t('Nothing can be changed here.'));
    }
    const place = this.options.place();
    const shown = this.shown.get(section);
    const offered =
      shown?.cwd === place.cwd
        ? shown && offeredAction(shown.content, request, isPreview)
        : undefined;
    if (!offered) {
      requireTrusted(place);
      throw rowGone();
    }
    if (remedy) {
      await vscode.commands.executeCommand(...remedy);
      this.changed();
      return { kind: 'done', text: '' } as const;
    }
    const outcome = await source.act?.(place, {
      ...{ ...request, entries, isPreview },
      ...offered,
    });
    const { problems, text, undo } = outcome ?? {};
    if (problems) {
      return { kind: 'invalid', problems } as const;
    }
    if (!isPreview) {
      this.changed(section);
    }
    return {
      kind: 'done',
      ...(text === undefined ? {} : { text }),
      ...(undo && !isPreview ? { undo: this.keep(section, undo) } : {}),
    } as const;
  }

  private keep(section: SectionId, undo: () => Promise<void>): string {
    const id = randomUUID();
    this.undos.set(id, { section, undo });
    for (const old of this.undos.keys()) {
      if (this.undos.size <= mostUndos) break;
      this.undos.delete(old);
    }
    return id;
  }

  private async undo(id: string): Promise<SectionResult> {
    const known = this.undos.get(id);
    if (!known) {
      throw new UserError('row.gone', vscode.l10n.t('This change can no longer be taken back.'));
    }
    requireTrusted(this.options.place());
    // A second click must not take it back twice.
    this.undos.delete(id);
    try {
      await known.undo();
    } catch (error) {
      this.undos.set(id, known);
      throw error;
    }
    this.changed(known.section);
    return { kind: 'done' };
  }

  private async open(section: SectionId, row: string): Promise<void> {
    const found = row.startsWith(noteRow)
      ? this.notePlaces.get(section)?.[Number(row.slice(noteRow.length))]
      : await this.source(section).locate?.(this.options.place(), row);
    if (!found) {
      throw rowGone();
    }
    const folders = [this.options.place().cwd ?? [], homedir()].flat();
    if (isOnUnknownShare(found.path, folders, this.options.platform)) {
      throw new UserError(
        'file.outside',
        vscode.l10n.t('{0} is on another computer, and is not opened from here.', found.path),
      );
    }
    const line = Math.max(0, (found.line ?? 1) - 1);
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(found.path), { selection });
  }

  private source(id: SectionId): SectionSource {
    const source = this.options.sources.find(one => one.id === id);
    if (!source) {
      throw new UserError('page.badCall', vscode.l10n.t('There is no such section.'));
    }
    return source;
  }

  /** Watches a section in the folder in front, which may be another one than before. */
  private watch(source: SectionSource, place: SectionPlace): void {
    const { id } = source;
    const known = this.watches.get(id);
    if (known && known.cwd === place.cwd) {
      return;
    }
    known?.watch.dispose();
    this.watches.delete(id);
    const watch = source.watch?.(place, () => this.changed(id));
    if (watch) {
      this.watches.set(id, { ...(place.cwd === undefined ? {} : { cwd: place.cwd }), watch });
    }
  }

  private stopWatching(): void {
    for (const { watch } of this.watches.values()) {
      watch.dispose();
    }
    this.watches.clear();
  }
}

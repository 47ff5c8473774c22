import { render } from 'preact';
import type { FindStart } from '../../src/contract/find';
import type { Actions } from '../store/actions';
import type { HostPort } from '../store/hostConnection';
import type { PageState } from '../store/pageState';
import type { Store } from '../store/store';
import { FindBar } from './FindBar';
import { Guide } from './guide';
import { Marks } from './marks';
import { Search } from './search';
import { selectedText } from './selectedText';
import { viewOrigin } from './viewOrigin';

interface FindPage {
  readonly host: HostPort;
  readonly store: Store<PageState>;
  readonly actions: Actions;
  /** @returns false if there was nothing to load */
  loadEarlier(): Promise<boolean>;
}

let open: OpenBar | undefined;
let isListening = false;

/**
 * Takes the key in the page from now on: by way of VS Code, the keys that follow at once would go to
 * the message box, or answer a card.
 * @returns function that opens the bar, as VS Code's command does
 */
export function prepareFind(page: FindPage): (start?: FindStart) => void {
  if (!isListening) {
    isListening = true;
    document.addEventListener('keydown', event => handleFindKey(page, event), { capture: true });
  }
  return start => openFind(page, start);
}

function handleFindKey(page: FindPage, event: KeyboardEvent): void {
  const isMac = page.store.get().config.platform === 'mac';
  const [modifier, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  const isPlain = !event.shiftKey && !event.altKey && !other;
  if (modifier && isPlain && event.key.toLowerCase() === 'f') {
    event.preventDefault();
    event.stopPropagation();
    openFind(page);
  }
}

/** Stops waiting for the conversation in which a search has found something. */
let stopWaiting: (() => void) | undefined;

/**
 * Opens the bar that finds text in the conversation, or goes to it.
 * @param start place to begin with, of a conversation that may be about to be shown
 */
function openFind(page: FindPage, start?: FindStart): void {
  const { channelId, gate } = page.store.get();
  const root = document.getElementById('root');
  stopWaiting?.();
  stopWaiting = undefined;
  if (start && start.channelId !== channelId) {
    stopWaiting = page.store.subscribe(() => {
      const { channelId: shown = channelId } = page.store.get();
      if (shown === start.channelId) {
        openFind(page, start);
      } else if (shown !== channelId) {
        // Another conversation was asked for since.
        stopWaiting?.();
      }
    });
  } else if (root && channelId && gate.kind === 'open') {
    open ??= new OpenBar(page, root, () => {
      open = undefined;
    });
    open.focus(start?.text ?? selectedText(root), start);
  }
}

/** The bar and all that works for it, until it is closed or another conversation comes. */
class OpenBar {
  private readonly place = document.createElement('div');
  private readonly search: Search;
  private readonly marks: Marks;
  private readonly guide: Guide;
  /** Has the focus again when the bar is closed. */
  private focused: Element | null = null;
  private readonly ending = new AbortController();
  private readonly unsubscribe: () => void;
  private readonly isMac: boolean;

  constructor(
    { host, store, actions, loadEarlier }: FindPage,
    private readonly root: HTMLElement,
    private readonly onClosed: () => void,
  ) {
    const { channelId, generation, config } = store.get();
    this.isMac = config.platform === 'mac';
    this.marks = new Marks(root, () => this.guide.follow());
    this.guide = new Guide({ store, actions, loadEarlier }, this.marks, root);
    this.search = new Search(host, store, {
      origin: () => viewOrigin(root, store.get().conversation),
      go: match => this.guide.go(match),
    });
    this.search.state.subscribe(() => this.mark());
    this.unsubscribe = store.subscribe(() => {
      const now = store.get();
      const isSame = now.channelId === channelId && now.generation === generation;
      if (!isSame || now.gate.kind !== 'open') {
        this.close();
      }
    });
    const { signal } = this.ending;
    document.addEventListener('keydown', event => this.handleKey(event), { signal, capture: true });
    // Room above the first message, which the bar would cover.
    document.documentElement.dataset.finding = '';
    document.body.append(this.place);
    render(
      <FindBar
        state={this.search.state}
        isMac={this.isMac}
        onText={text => this.search.find({ text })}
        onCase={() => this.toggleCase()}
        onStep={by => this.search.step(by)}
        onClose={() => this.closeByUser()}
      />,
      this.place,
    );
  }

  /** @param text to find, if there is one */
  focus(text: string | undefined, start: FindStart | undefined): void {
    const input = this.place.querySelector('input');
    const { activeElement } = document;
    if (!this.place.contains(activeElement)) {
      this.focused = activeElement;
    }
    if (input && text !== undefined) {
      // Preact draws it later, when all of it is to be selected already.
      input.value = text;
      this.search.find({ text }, start && { place: { ...start, count: 1 }, index: 0 });
    }
    input?.focus();
    input?.select();
  }

  private toggleCase(): void {
    const { matchesCase } = this.search.state.get().query;
    this.search.find({ matchesCase: !matchesCase });
  }

  private mark(): void {
    const { query, found, current } = this.search.state.get();
    this.marks.show(query, new Set(found.map(({ key }) => key)), current);
  }

  /** VS Code's keys for the next match work wherever the focus is. */
  private handleKey(event: KeyboardEvent): void {
    const isNext =
      event.key === 'F3' || (this.isMac && event.metaKey && event.key.toLowerCase() === 'g');
    if (isNext) {
      event.preventDefault();
      event.stopPropagation();
      this.search.step(event.shiftKey ? -1 : 1);
    }
  }

  private closeByUser(): void {
    this.close();
    const { focused, root } = this;
    const isKept =
      focused instanceof HTMLElement && focused.isConnected && focused !== document.body;
    const heir = isKept ? focused : root.querySelector<HTMLElement>('.scroller');
    heir?.focus({ preventScroll: true });
  }

  private close(): void {
    this.ending.abort();
    this.unsubscribe();
    this.search.dispose();
    this.guide.dispose();
    this.marks.dispose();
    delete document.documentElement.dataset.finding;
    render(null, this.place);
    this.place.remove();
    this.onClosed();
  }
}

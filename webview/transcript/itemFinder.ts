import type { Conversation, Item } from '../../src/contract/conversation';
import type { Anchor, Reveal } from '../store/pageState';
import { findTurn, isRevealedAs } from './findTurn';
import type { ScrollKeeper } from './scrollKeeper';
import { newestRange, rangeAround, type TurnRange } from './turnRange';

interface FinderPort {
  /** Returns the conversation as it is drawn. */
  conversation(): Conversation;
  /** @returns false if there was nothing to load */
  loadEarlier(): Promise<boolean>;
  /** Draws other turns, then runs `then`. */
  draw(range: TurnRange, then: () => void): void;
  /** Called when the view is at the item. */
  onShown(): void;
}

/** Distance of a revealed item from the top of the view, in px. */
const revealedAt = 40;
/** Most earlier pages searched for an item. */
const mostPages = 10;

/** Scrolls to items, wherever they are: draws their turns and loads earlier pages as needed. */
export class ItemFinder {
  /** Searches and drawings whose item is not in view yet. */
  private pending = 0;
  private isDisposed = false;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly keeper: ScrollKeeper,
    private readonly port: FinderPort,
  ) {}

  /** True while the view is about to move: its place means nothing, nor what is far from it. */
  get isMoving(): boolean {
    return this.pending > 0;
  }

  dispose(): void {
    this.isDisposed = true;
  }

  restore(anchor: Anchor): void {
    const restore = () => this.keeper.restore(anchor);
    if (!restore()) {
      void this.search(item => item.key === anchor.key, restore);
    }
  }

  /** Shows an item whose turn is loaded; without a turn, it is searched for. */
  reveal({ id, turn, at }: Reveal): void {
    const selector = `[data-reveal="${CSS.escape(id)}"]`;
    const show = () => {
      const element = this.scroller.querySelector<HTMLElement>(selector);
      if (element) this.show(element, turn !== undefined, at);
      return element !== null;
    };
    if (show()) {
      return;
    }
    if (turn !== undefined) {
      this.drawAround(turn, show);
      return;
    }
    this.port.draw(newestRange(this.port.conversation()), () => {
      if (!show()) {
        void this.search(item => isRevealedAs(item, id), show);
      }
    });
  }

  private show(element: HTMLElement, isPlaced: boolean, at: Reveal['at']): void {
    if (at) {
      const offset = at(element);
      if (offset !== undefined) this.keeper.hold(element, offset);
      return;
    }
    // First, because the focus ends what the view was about to do.
    element
      .querySelector<HTMLElement>('button, input, textarea, [tabindex]')
      ?.focus({ preventScroll: true });
    if (isPlaced) {
      this.keeper.hold(element, revealedAt);
      element.animate([{ background: 'var(--vscode-editor-findMatchBackground)' }, {}], 2000);
    } else {
      this.keeper.countMove();
      element.scrollIntoView({ block: 'nearest' });
    }
  }

  private async search(isWanted: (item: Item) => boolean, show: () => void): Promise<void> {
    this.pending += 1;
    const turn = await this.placeOf(isWanted);
    if (turn !== undefined && !this.isDisposed) {
      this.drawAround(turn, show);
    }
    this.pending -= 1;
  }

  /** Loads earlier pages, up to a limit, until one has the item. */
  private async placeOf(isWanted: (item: Item) => boolean): Promise<number | undefined> {
    for (let page = 0; page <= mostPages && !this.isDisposed; page++) {
      const turn = findTurn(this.port.conversation(), isWanted);
      if (turn !== undefined) {
        return turn;
      }
      if (page === mostPages || !(await this.port.loadEarlier())) {
        break;
      }
      await painted();
    }
    return undefined;
  }

  private drawAround(turn: number, show: () => void): void {
    // This range may end before the newest turn, so its end must not be followed.
    this.keeper.leave();
    this.pending += 1;
    this.port.draw(rangeAround(this.port.conversation(), turn), () => {
      void painted().then(() => {
        this.pending -= 1;
        if (!this.isDisposed) {
          show();
          this.port.onShown();
        }
      });
    });
  }
}

function painted(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => resolve()));
}

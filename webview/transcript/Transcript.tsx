import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { Conversation } from '../../src/contract/conversation';
import { cards } from '../late/cardRegistry';
import { LateShellLines } from '../late/LateCards';
import type { Anchor, PageState } from '../store/pageState';
import { Button } from '../ui/Button';
import { ClampProbe } from './clampProbe';
import { countNew, newestKey } from './countNew';
import { ItemFinder } from './itemFinder';
import { JumpButton } from './JumpButton';
import { SendingMessages } from './SendingMessages';
import { ScrollKeeper } from './scrollKeeper';
import { TurnView } from './TurnView';
import { mostBesidePage, mostElements, type Side, sizeOf, trimRange } from './trimRange';
import {
  extendDown,
  extendUp,
  fitRange,
  newestRange,
  pageSize,
  type TurnRange,
  trimStart,
  turnsIn,
} from './turnRange';
import { WaitingPrompts } from './WaitingPrompts';

interface TranscriptProps {
  readonly conversation: Conversation;
  /** Saved scroll position; absent means the end. Only read on mount. */
  readonly anchor: Anchor | undefined;
  /** Item to reveal; the request may be older than this component. */
  readonly reveal: PageState['reveal'];
  readonly onReveal: () => void;
  /** Rises when the user sends a message, which leads to the end. */
  readonly sends: number;
  readonly loadEarlier: () => Promise<boolean>;
  /** Called with the new scroll position; `undefined` at the end. */
  readonly onAnchor: (anchor: Anchor | undefined) => void;
}

interface TranscriptState {
  readonly range: TurnRange;
  readonly sticks: boolean;
  /** Key of the newest item when the user left the end. */
  readonly seen: string | undefined;
}

/** Distance to an end, in px, at which the next page is added. */
const nearEnd = 600;

/** Conversation view; only part of it is in the document, more is added while scrolling. */
export class Transcript extends Component<TranscriptProps, TranscriptState> {
  override state: TranscriptState = {
    range: newestRange(this.props.conversation),
    sticks: true,
    seen: undefined,
  };
  private readonly scroller = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  private readonly probe = createRef<HTMLDivElement>();
  private keeper: ScrollKeeper | undefined;
  private finder: ItemFinder | undefined;
  private unwatch: (() => void) | undefined;
  private isMounted = false;
  private willTrim = false;

  override componentDidMount(): void {
    const { current: scroller } = this.scroller;
    const { current: content } = this.content;
    const { current: probe } = this.probe;
    if (!scroller || !content || !probe) {
      return;
    }
    this.isMounted = true;
    this.keeper = new ScrollKeeper(scroller, new ClampProbe(probe), {
      onStick: this.handleStick,
      onScroll: this.handleScroll,
      onEnd: this.showNewest,
      isNewest: () => this.rangeNow().to === undefined,
      isPending: () => cards.isPending,
    });
    this.finder = new ItemFinder(scroller, this.keeper, {
      conversation: () => this.props.conversation,
      loadEarlier: () => this.props.loadEarlier(),
      draw: (range, then) => this.setState({ range }, then),
      onShown: () => this.trimSoon(),
    });
    this.unwatch = this.keeper.watch(content);
    if (this.props.anchor) {
      this.finder.restore(this.props.anchor);
    }
    this.takeReveal();
    this.trimSoon();
  }

  override getSnapshotBeforeUpdate(before: TranscriptProps, state: TranscriptState) {
    const moves =
      state.range !== this.state.range ||
      before.conversation.first !== this.props.conversation.first;
    return moves && !this.keeper?.isSticking ? this.keeper?.anchor() : undefined;
  }

  override componentDidUpdate(
    before: TranscriptProps,
    _state: TranscriptState,
    anchor: (Anchor & { element: HTMLElement }) | undefined,
  ): void {
    if (anchor?.element.isConnected) {
      this.keeper?.moveTo(anchor.element, anchor.offset);
    }
    const { turns, open } = this.props.conversation;
    if (turns !== before.conversation.turns) {
      if (this.keeper?.isSticking) {
        this.setRange(trimStart(this.props.conversation, this.rangeNow()));
      }
      this.trimSoon();
    } else if (open?.items.length !== before.conversation.open?.items.length) {
      this.trimSoon();
    }
    // At the end, the message is followed anyway, without a layout of its own.
    if (this.props.sends !== before.sends && !this.keeper?.isSticking) {
      this.showNewest();
    }
    this.takeReveal();
  }

  override componentWillUnmount(): void {
    this.isMounted = false;
    this.unwatch?.();
    this.finder?.dispose();
  }

  override render() {
    const { conversation } = this.props;
    const { sticks, seen } = this.state;
    const range = this.rangeNow();
    const turns = turnsIn(conversation, range);
    const isAtNewest = range.to === undefined;
    const open = isAtNewest ? conversation.open : undefined;
    // A single list keeps the elements and card state of a turn when it ends.
    const shown = open ? [...turns, open] : turns;
    return (
      <div class="transcript">
        <div
          ref={this.scroller}
          class="scroller"
          role="log"
          aria-label={l10n.t('Conversation')}
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be scrollable by keys.
          tabIndex={0}
        >
          <div ref={this.content} class="scroll-content">
            {range.from > conversation.first || conversation.hasEarlier ? (
              <div class="earlier">
                <Button kind="link" onClick={this.showEarlier}>
                  {l10n.t('Show Earlier Messages')}
                </Button>
              </div>
            ) : null}
            {shown.map((turn, index) => (
              <TurnView
                key={turn.id}
                turn={turn}
                isOpen={turn === open}
                isLast={isAtNewest && index === shown.length - 1}
              />
            ))}
            {isAtNewest ? (
              <WaitingPrompts turns={turns} open={open} waiting={conversation.summary.waiting} />
            ) : null}
            {isAtNewest ? <LateShellLines /> : null}
            {isAtNewest ? <SendingMessages sending={conversation.summary.sending ?? []} /> : null}
            <div ref={this.probe} class="clamp-probe" aria-hidden="true">
              <div />
            </div>
          </div>
        </div>
        {sticks ? null : (
          <JumpButton count={countNew(conversation, seen)} onClick={this.showNewest} />
        )}
      </div>
    );
  }

  private rangeNow(): TurnRange {
    return fitRange(this.props.conversation, this.state.range);
  }

  /** @returns false if the range is the same as before */
  private setRange(range: TurnRange, then?: () => void): boolean {
    const { from, to } = this.state.range;
    const isNew = range.from !== from || range.to !== to;
    if (isNew) {
      this.setState({ range }, then);
    }
    return isNew;
  }

  private readonly handleStick = (sticks: boolean) => {
    this.setState({ sticks, seen: sticks ? undefined : newestKey(this.props.conversation) });
  };

  private readonly handleScroll = () => {
    const { keeper, props } = this;
    if (!keeper || this.finder?.isMoving) {
      return;
    }
    if (!keeper.isSticking && keeper.fromTop < nearEnd) {
      void this.extendUp();
    } else if (keeper.fromEnd < nearEnd && this.state.range.to !== undefined) {
      const range = this.trimmed('above', mostBesidePage);
      this.setRange(extendDown(props.conversation, range, this.pageSize()));
    }
    props.onAnchor(keeper.isSticking ? undefined : rounded(keeper.anchor()));
  };

  /** Removes turns far from the view within the next frame, when its layout is known. */
  private trimSoon(): void {
    const { current: scroller } = this.scroller;
    if (this.willTrim || !scroller) {
      return;
    }
    this.willTrim = true;
    const layout = new ResizeObserver(() => {
      layout.disconnect();
      this.willTrim = false;
      if (this.isMounted && !this.trim('below')) {
        this.trim('above');
      }
    });
    layout.observe(scroller);
  }

  /** @returns whether turns leave the document; there may be more to leave then */
  private trim(side: Side): boolean {
    return this.setRange(this.trimmed(side, mostElements), () => this.trimSoon());
  }

  /** Returns the range without turns that are far from the view, if the document has too many elements. */
  private trimmed(side: Side, most: number): TurnRange {
    const range = this.rangeNow();
    const { current: scroller } = this.scroller;
    const { current: content } = this.content;
    const { conversation } = this.props;
    const isAtEnd = this.keeper?.isSticking === true;
    if (!scroller || !content || this.finder?.isMoving || (isAtEnd && side === 'below')) {
      return range;
    }
    return trimRange({ conversation, range, scroller, content, isAtEnd }, side, most);
  }

  private readonly showEarlier = () => {
    this.keeper?.release();
    void this.extendUp();
  };

  private readonly showNewest = () => {
    this.setState({ range: newestRange(this.props.conversation) }, () => {
      this.keeper?.stick();
      this.props.onAnchor(undefined);
    });
  };

  private async extendUp(): Promise<void> {
    const isExtended = () => {
      const { conversation } = this.props;
      const range = this.trimmed('below', mostBesidePage);
      const extended = extendUp(conversation, range, this.pageSize());
      return extended.from < range.from && this.setRange(extended);
    };
    if (!isExtended() && (await this.props.loadEarlier()) && this.isMounted) {
      isExtended();
    }
  }

  /** Returns the number of items to add, by the size of those in the document. */
  private pageSize(): number {
    const { current: content } = this.content;
    return pageSize(this.props.conversation, this.rangeNow(), content ? sizeOf(content) : 0);
  }

  private takeReveal(): void {
    const { reveal, onReveal } = this.props;
    if (reveal) {
      onReveal();
      this.finder?.reveal(reveal);
    }
  }
}

/** Saved positions are whole pixels, which every display has. */
function rounded(anchor: Anchor | undefined): Anchor | undefined {
  return anchor && { key: anchor.key, offset: Math.round(anchor.offset) };
}

import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import type { Conversation } from '../../src/contract/conversation';
import { LateShellLines } from '../late/LateCards';
import type { Anchor, PageState } from '../store/pageState';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { countNew, newestKey } from './countNew';
import { SendingMessages } from './SendingMessages';
import { ScrollKeeper } from './scrollKeeper';
import { TurnView } from './TurnView';
import {
  extendDown,
  extendUp,
  fitRange,
  newestRange,
  rangeAround,
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
/** Distance of a revealed item from the top of the view, in px. */
const revealedAt = 40;
/** Most earlier pages searched for an anchor. */
const mostAnchorPages = 10;

/** Conversation view; only part of it is in the document, more is added while scrolling. */
export class Transcript extends Component<TranscriptProps, TranscriptState> {
  override state: TranscriptState = {
    range: newestRange(this.props.conversation),
    sticks: true,
    seen: undefined,
  };
  private readonly scroller = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  private keeper: ScrollKeeper | undefined;
  private unwatch: (() => void) | undefined;
  private isMounted = false;

  override componentDidMount(): void {
    const { current: scroller } = this.scroller;
    const { current: content } = this.content;
    if (!scroller || !content) {
      return;
    }
    this.isMounted = true;
    this.keeper = new ScrollKeeper(scroller, this.handleStick, this.handleScroll);
    this.unwatch = this.keeper.watch(content);
    this.keeper.follow();
    if (this.props.anchor) {
      void this.restore(this.props.anchor);
    }
    this.takeReveal();
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
    this.keeper?.follow();
    const { conversation } = this.props;
    if (this.keeper?.isSticking && conversation.turns !== before.conversation.turns) {
      this.setRange(trimStart(conversation, this.rangeNow()));
    }
    this.takeReveal();
  }

  override componentWillUnmount(): void {
    this.isMounted = false;
    this.unwatch?.();
  }

  override render() {
    const { conversation } = this.props;
    const { sticks } = this.state;
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
                  {l10n.t('Show earlier messages')}
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
          </div>
        </div>
        {sticks ? null : this.renderJump()}
      </div>
    );
  }

  private renderJump() {
    const count = countNew(this.props.conversation, this.state.seen);
    const label = l10n.t('Jump to the end');
    return count > 0 ? (
      <button type="button" class="jump jump-new" title={label} onClick={this.showNewest}>
        <Icon name="arrow-down" /> {l10n.t('{0} new', count)}
      </button>
    ) : (
      <button type="button" class="jump" aria-label={label} title={label} onClick={this.showNewest}>
        <Icon name="arrow-down" />
      </button>
    );
  }

  private rangeNow(): TurnRange {
    return fitRange(this.props.conversation, this.state.range);
  }

  private setRange(range: TurnRange): void {
    const { from, to } = this.state.range;
    if (range.from !== from || range.to !== to) {
      this.setState({ range });
    }
  }

  private readonly handleStick = (sticks: boolean) => {
    this.setState({ sticks, seen: sticks ? undefined : newestKey(this.props.conversation) });
  };

  private readonly handleScroll = () => {
    const { keeper, props } = this;
    if (!keeper) {
      return;
    }
    if (!keeper.isSticking && keeper.fromTop < nearEnd) {
      void this.extendUp();
    } else if (keeper.fromEnd < nearEnd && this.state.range.to !== undefined) {
      this.setRange(extendDown(props.conversation, this.rangeNow()));
    }
    props.onAnchor(keeper.isSticking ? undefined : keeper.anchor());
  };

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

  /** @returns false at the beginning of the conversation */
  private async extendUp(): Promise<boolean> {
    const range = this.rangeNow();
    const extended = extendUp(this.props.conversation, range);
    if (extended.from < range.from) {
      this.setRange(extended);
      return true;
    }
    if (!(await this.props.loadEarlier()) || !this.isMounted) {
      return false;
    }
    this.setRange(extendUp(this.props.conversation, this.rangeNow()));
    return true;
  }

  private async restore(anchor: Anchor): Promise<void> {
    await this.extendUntil(() => this.keeper?.restore(anchor) ?? true);
  }

  private takeReveal(): void {
    const { reveal, onReveal } = this.props;
    if (reveal) {
      onReveal();
      this.reveal(reveal.id, reveal.turn);
    }
  }

  private reveal(id: string, turn: number | undefined): void {
    const find = () =>
      this.scroller.current?.querySelector<HTMLElement>(`[data-reveal="${CSS.escape(id)}"]`);
    const show = (element: HTMLElement | null | undefined) => {
      if (element && turn !== undefined) {
        this.keeper?.hold(element, revealedAt);
        element.animate([{ background: 'var(--vscode-editor-findMatchBackground)' }, {}], 2000);
      } else {
        element?.scrollIntoView({ block: 'nearest' });
      }
      element
        ?.querySelector<HTMLElement>('button, input, textarea, [tabindex]')
        ?.focus({ preventScroll: true });
    };
    if (find()) {
      show(find());
      return;
    }
    if (turn !== undefined) {
      // This range ends before the newest turn, so its end must not be followed.
      this.keeper?.leave();
      const range = rangeAround(this.props.conversation, turn);
      this.setState({ range }, () => void painted().then(() => show(find())));
      return;
    }
    this.setState({ range: newestRange(this.props.conversation) }, () => {
      if (find()) {
        show(find());
        return;
      }
      // A user who looks back no longer follows the end.
      this.keeper?.release();
      void this.extendUntil(() => find() !== null).then(() => show(find()));
    });
  }

  /** Adds earlier pages, up to a limit, until the item is there. */
  private async extendUntil(isThere: () => boolean): Promise<void> {
    for (let page = 0; page <= mostAnchorPages && this.isMounted; page++) {
      if (isThere() || page === mostAnchorPages || !(await this.extendUp())) {
        return;
      }
      await painted();
    }
  }
}

function painted(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => resolve()));
}

import type { ComponentChildren } from 'preact';
import type { FileChange, Location } from '../../../src/contract/content';
import type { ToolItem, Turn } from '../../../src/contract/conversation';
import type { ToolCall, ToolFamily } from '../../../src/contract/tools';
import type { IconName } from '../../ui/glyphs';

export type CallOf<F extends ToolFamily> = Extract<ToolCall, { family: F }>;

/** Call and its context; outside a turn (in a permission prompt) there is neither item nor turn. */
export interface ToolProps<F extends ToolFamily> {
  readonly call: CallOf<F>;
  readonly item?: ToolItem;
  readonly turn?: Turn;
  /** Lines that the edit would change, from the request for permission. */
  readonly proposed?: FileChange | undefined;
  /** Renders the card of a subagent's call. */
  readonly renderCall?: (item: ToolItem) => ComponentChildren;
}

/** Destination of a click on the card's target. */
export type ClickTarget =
  | { readonly kind: 'file'; readonly location: Location }
  | { readonly kind: 'url'; readonly url: string };

type View<F extends ToolFamily, R> = (props: ToolProps<F>) => R;

/** Rendering of one tool family; omitted members use a general form. */
export interface ToolView<F extends ToolFamily> {
  /** Codicon name. */
  readonly icon: IconName;
  readonly clickTarget?: View<F, ClickTarget | undefined>;
  /** Heading instead of the tool's title; absent or undefined: the title. */
  readonly heading?: View<F, string | undefined>;
  /**
   * Shows the target in the header in another form, or leaves it out. `isOpen`: the body shows the
   * request below.
   */
  readonly shownTarget?: (props: ToolProps<F>, isOpen: boolean) => string | undefined;
  /** True if the body would only repeat the header; there is none then. */
  readonly isOneLine?: View<F, boolean>;
  /** Labels of further arguments by their names; `undefined` members keep their names. */
  readonly optionLabels?: () => Readonly<Record<string, string>>;
  /** Short text for the header, such as counts or a range. */
  readonly Summary?: View<F, ComponentChildren>;
  /** Request as read from the input. A permission prompt shows nothing else. */
  readonly Request?: View<F, ComponentChildren>;
  /** Names of additional arguments that `Result` shows in a better form. */
  readonly shownByResult?: View<F, readonly string[]>;
  /** Result of the call. */
  readonly Result?: View<F, ComponentChildren>;
  /** True if the body starts open; the user's choice overrides it. */
  readonly startsOpen?: View<F, boolean>;
}

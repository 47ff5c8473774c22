import type { ComponentChildren } from 'preact';
import type { Location } from '../../../src/contract/content';
import type { ToolItem, Turn } from '../../../src/contract/conversation';
import type { ToolCall, ToolFamily } from '../../../src/contract/tools';

export type CallOf<F extends ToolFamily> = Extract<ToolCall, { family: F }>;

/** A call and where it stands. A call outside a turn (in a permission) has neither item nor turn. */
export interface ToolProps<F extends ToolFamily> {
  readonly call: CallOf<F>;
  readonly item?: ToolItem;
  readonly turn?: Turn;
  /** The card of another call, for those that a subagent makes. */
  readonly renderCall?: (item: ToolItem) => ComponentChildren;
}

/** What leads out of the card when its target is clicked. */
export type Place =
  | { readonly kind: 'file'; readonly location: Location }
  | { readonly kind: 'url'; readonly url: string };

type View<F extends ToolFamily, R> = (props: ToolProps<F>) => R;

/** How the calls of one family look; what is left out has a general form. */
export interface ToolView<F extends ToolFamily> {
  /** Name of a codicon. */
  readonly icon: string;
  readonly place?: View<F, Place | undefined>;
  /** A few words in the header: counts, a range. */
  readonly Summary?: View<F, ComponentChildren>;
  /** What the call is to do, from its input. A permission shows this and nothing else. */
  readonly Request?: View<F, ComponentChildren>;
  /** Names of further arguments that the result shows in a better form. */
  readonly toldByResult?: View<F, readonly string[]>;
  /** What came of it. */
  readonly Result?: View<F, ComponentChildren>;
  /** Whether the body is open until the user says otherwise. */
  readonly startsOpen?: View<F, boolean>;
}

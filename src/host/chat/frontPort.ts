import type { Event } from '../../base/emitter';
import type { ChannelId } from '../../contract/ids';
import type { FrontContext, WithheldFront } from '../../contract/mentions';
import type { Channel } from '../../core/conversation/channel';
import type { ContextBlock } from '../../protocol/agentSource';

/** Content of the chips that pages show of the active editor. */
interface FrontPort {
  /**
   * Returns what a chip stands for, as it was when the page got the chip; undefined if that page
   * never had it, or long ago. It stays, because other messages may be sent with the same chip.
   */
  take(channelId: ChannelId, id: string): ContextBlock | undefined;
}

/** State of the chip in a page: what is shared, or what is withheld. */
export interface ShownFront {
  readonly front?: FrontContext;
  readonly withheld?: WithheldFront;
}

/** The active editor, as pages follow it. */
export interface FrontView extends FrontPort {
  readonly onChanged: Event<void>;
  /** Looks again, as nothing is followed while no page is visible. */
  refresh(): void;
  /** Returns the chip for a conversation, and keeps its content for `take`. */
  show(channel: Pick<Channel, 'id' | 'cwd'>): ShownFront;
  /** Selects in the editor what a chip stands for. @throws UserError `context.gone` */
  reveal(channelId: ChannelId, id: string): Promise<void>;
  /** Lets the user choose how much is shared from now on. */
  choose(): Promise<void>;
}

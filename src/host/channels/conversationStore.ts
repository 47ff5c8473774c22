import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Log } from '../../base/log';
import type { BlobContent, Draft } from '../../contract/calls';
import type { Text } from '../../contract/content';
import type { Conversation, Item } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { BlobId } from '../../contract/ids';
import type { TurnPage } from '../../contract/snapshot';
import { emptyConversation } from '../../transcript/emptyConversation';
import { fold } from '../../transcript/fold';
import { lastTurns, turnsBefore } from '../../transcript/selectors';
import { BlobStore } from './blobStore';
import { externalize } from './externalize';
import type { ChannelPage } from './ports';
import { Relay } from './relay';

type PromptItem = Extract<Item, { kind: 'prompt' }>;

/** Items that a page gets at first and with each look further back. */
const pageItems = 60;

/** What was said, folded, and the way to the pages that show it. */
export class ConversationStore implements Disposable {
  private readonly store = new DisposableStore();
  private readonly blobs = new BlobStore();
  private readonly relay: Relay;
  private readonly applied = this.store.add(new Emitter<readonly ConversationEvent[]>());
  private conversation = emptyConversation;

  /** After events were folded, before they are posted. */
  readonly onApplied = this.applied.event;

  constructor(
    epoch: number,
    clock: Clock,
    private readonly log: Log,
  ) {
    this.relay = this.store.add(new Relay(epoch, clock));
  }

  get current(): Conversation {
    return this.conversation;
  }

  apply(events: readonly ConversationEvent[]): void {
    const posted: ConversationEvent[] = [];
    for (const event of events) {
      const small = this.shorten(externalize(event, this.blobs));
      this.conversation = fold(this.conversation, small, what => this.log.warn(what));
      posted.push(small);
      if (small.type === 'conversation.cleared') {
        this.blobs.clear();
      }
    }
    this.relay.push(posted);
    this.applied.fire(posted);
  }

  attach(page: ChannelPage): Disposable {
    return this.relay.attach(page);
  }

  /** Where a page starts; what has not been posted yet is posted first. */
  page(): TurnPage & Pick<Conversation, 'open' | 'summary'> & { epoch: number; seq: number } {
    this.relay.flush();
    const { open, summary } = this.conversation;
    return {
      epoch: this.relay.epoch,
      seq: this.relay.seq,
      ...lastTurns(this.conversation, pageItems),
      open,
      summary,
    };
  }

  earlier(before: number): TurnPage {
    return turnsBefore(this.conversation, before, pageItems);
  }

  /** The person's messages, the oldest first. */
  get messages(): readonly PromptItem[] {
    const { open, turns } = this.conversation;
    const items = (open ? [...turns, open] : turns).flatMap(turn => turn.items);
    return items.filter(item => item.kind === 'prompt');
  }

  /** A message, whole, as it could be sent again. */
  draftOf(message: PromptItem): Draft {
    return {
      text: this.whole(message.text),
      images: message.images.flatMap(({ mediaType, name = '', data, blob }) => {
        const kept = blob && this.blobs.get(blob);
        const base64 = data ?? (kept?.kind === 'base64' ? kept.data : undefined);
        return base64 === undefined ? [] : [{ name, mediaType, data: base64 }];
      }),
    };
  }

  blob(id: BlobId): BlobContent | undefined {
    return this.blobs.get(id);
  }

  dispose(): void {
    this.store.dispose();
  }

  private whole(text: Text): string {
    if (typeof text === 'string') {
      return text;
    }
    const kept = this.blobs.get(text.blob);
    return kept?.kind === 'text' ? kept.text : text.preview;
  }

  /** A block's whole text travels only where it differs from what was streamed. */
  private shorten(event: ConversationEvent): ConversationEvent {
    if (event.type !== 'block.ended' || event.text === undefined) {
      return event;
    }
    const key = `block:${event.blockId}`;
    const item = this.conversation.open?.items.findLast(candidate => candidate.key === key);
    if (item && (item.kind === 'text' || item.kind === 'thinking') && item.text === event.text) {
      const { text: _, ...rest } = event;
      return rest;
    }
    return event;
  }
}

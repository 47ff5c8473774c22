/** Where in a conversation an item is shown. */
export interface ItemPlace {
  /** The place of its turn, see `Conversation.first`. */
  readonly turn: number;
  /** The key of the first item of the message that it is a part of. */
  readonly group: string;
}

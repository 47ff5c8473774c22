/** Position of an item in a conversation. */
export interface TurnPosition {
  /** Place of its turn, see `Conversation.first`. */
  readonly turn: number;
  /** Key of the first item of the message that it belongs to. */
  readonly group: string;
}

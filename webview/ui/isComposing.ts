/** Key code of every key that an input method takes, also where `isComposing` is late. */
const composingKey = 229;

/** Whether the key belongs to an input method that is writing: Enter commits, Escape takes back. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === composingKey;
}

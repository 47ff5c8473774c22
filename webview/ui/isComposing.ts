/** Key code of all keys that an input method consumes, even before `isComposing` is set. */
const composingKey = 229;

/** @returns true if an input method is composing and owns keys such as Enter and Escape */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === composingKey;
}

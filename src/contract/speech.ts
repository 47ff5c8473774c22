/** Steps of a dictation, in this order; one of the last three ends it. */
export type SpeechEvent =
  /** The microphone is open. */
  | { readonly kind: 'recording' }
  /** Loudness of the last moment, 0 to 1, and whole seconds since the start. */
  | { readonly kind: 'level'; readonly level: number; readonly seconds: number }
  /** Everything that was recognized so far; later events may correct it. */
  | { readonly kind: 'heard'; readonly text: string }
  /** The recording is over, and its text is not complete yet. */
  | { readonly kind: 'transcribing' }
  /** `isCut`: the recording has reached `mostMinutes`. */
  | { readonly kind: 'done'; readonly text: string; readonly isCut?: true }
  /** `message` says what to do; `offersSetUp` if that is setting dictation up. */
  | { readonly kind: 'failed'; readonly message: string; readonly offersSetUp?: true }
  /** The end without a text, where the user knows why. */
  | { readonly kind: 'stopped' };

/** `id` is what the page has called this dictation. */
export interface SpeechReport {
  readonly id: string;
  readonly event: SpeechEvent;
}

/** Longest recording. */
export const mostMinutes = 5;

type Hear = (report: unknown) => void;

const listeners = new Set<Hear>();

/** Passes on what the host reports of a dictation; it is checked where it is used. */
export function passSpeech(report: unknown): void {
  for (const listener of [...listeners]) {
    listener(report);
  }
}

/** @returns a function that ends listening */
export function hearSpeech(listener: Hear): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

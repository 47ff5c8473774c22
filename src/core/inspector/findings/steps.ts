/** Work that can be interrupted between its steps. */
export type Steps<T> = Generator<void, T>;

export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      return value;
    }
  }
}

/** @param pause resolves when the next step may begin */
export async function oneByOne<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      return value;
    }
    await pause();
  }
}

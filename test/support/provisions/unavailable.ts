/** A provision that failed: the reason and the user's remedy. Both continue a sentence. */
export class Unavailable extends Error {
  constructor(
    readonly reason: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}; ${remedy}`, options);
  }
}

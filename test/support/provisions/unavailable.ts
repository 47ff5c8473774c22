/** Something that cannot be provided: why, and what its user can do about it. Both continue a sentence. */
export class Unavailable extends Error {
  constructor(
    readonly reason: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}; ${remedy}`, options);
  }
}

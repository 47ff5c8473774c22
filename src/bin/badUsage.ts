/** Mistake in the command line or in what it names; the message says what to do. */
export class BadUsage extends Error {
  override readonly name = 'BadUsage';
}

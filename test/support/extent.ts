/**
 * How much of the tests a run has: `npm test` has one story of each behaviour, `npm run test:full`
 * all rows of its tables (versions × cases, settings × values, themes × pictures) and the files
 * named `*.full.test.ts`.
 */
export const extentVariable = 'TANDEM_TEST_EXTENT';

export const isFull = process.env[extentVariable] === 'full';

/**
 * The rows that this run has of a table. Rows that are left out are not registered at all, so that
 * a skipped test is always one that somebody has to explain.
 */
export function rowsOf<T>(story: readonly T[], full: readonly T[]): readonly T[] {
  return isFull ? full : story;
}

/** Registers tests that only the full run has. */
export function inFull(register: () => void): void {
  if (isFull) register();
}

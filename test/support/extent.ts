/**
 * Extent of a test run. `npm test` runs one story for each behavior. `npm run test:full` runs all
 * table rows (versions × cases, settings × values, themes × pictures) and the files named
 * `*.full.test.ts`.
 */
export const extentVariable = 'TANDEM_TEST_EXTENT';

export const isFull = process.env[extentVariable] === 'full';

/**
 * Returns the table rows for this run. Omitted rows are not registered at all, so that every
 * skipped test needs an explanation.
 */
export function rowsOf<T>(story: readonly T[], full: readonly T[]): readonly T[] {
  return isFull ? full : story;
}

/** Registers tests for the full run only. */
export function inFull(register: () => void): void {
  if (isFull) register();
}

import { test } from 'vitest';
import { isFull } from './extent';

const nothing = () => undefined;
/** Registers nothing, with and without a table. */
const leaveOut: unknown = Object.assign(nothing, { each: () => nothing, for: () => nothing });

/** Registers tests for the full run only: see "What npm test leaves out" in `test/README.md`. */
export const testInFull = isFull ? test : (leaveOut as typeof test);

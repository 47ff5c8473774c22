import * as z from 'zod/mini';
import { isObject } from '../base/json';
import { flag, lenient, number, text } from './lenient';

/** Members that a session list reads from a line, whatever its type. Each may be missing. */
const listedLine = z.object({
  type: z.string(),
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  timestamp: text,
  cwd: text,
  version: text,
  gitBranch: text,
  message: lenient(z.object({ content: z.optional(z.unknown()) })),
  customTitle: text,
  aiTitle: text,
  lastPrompt: text,
  summary: text,
  tag: text,
  /** Folder that the session moved to. */
  relocatedCwd: text,
  totalCostUSD: number,
});

export type ListedLine = z.output<typeof listedLine>;

/** Returns `undefined` for a line that is cut off or not JSON. Never throws. */
export function parseListedLine(line: string): ListedLine | undefined {
  let wire: unknown;
  try {
    wire = JSON.parse(line);
  } catch {
    // Half written, or cut at the end of the range that was read.
    return undefined;
  }
  const parsed = isObject(wire) ? listedLine.safeParse(wire) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

import * as z from 'zod/mini';
import { isObject } from '../base/json';
import { flag, lenient, number, text } from './lenient';

/** What a list of sessions takes from a line, whatever its type. All of it may be missing. */
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
  /** The folder that the session has moved to. */
  relocatedCwd: text,
  totalCostUSD: number,
});

export type ListedLine = z.output<typeof listedLine>;

/** `undefined` for a line that was cut off or is none. Never throws. */
export function parseListedLine(line: string): ListedLine | undefined {
  let wire: unknown;
  try {
    wire = JSON.parse(line);
  } catch {
    // Half written, or cut by the end of what was read.
    return undefined;
  }
  const parsed = isObject(wire) ? listedLine.safeParse(wire) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

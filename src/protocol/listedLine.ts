import { asNumber, asString, isObject, type JsonObject, parsedJson } from '../base/json';

/** Members that a session list reads from a line, whatever its type. Each may be missing. */
export interface ListedLine {
  readonly type: string;
  readonly isSidechain: boolean | undefined;
  readonly isMeta: boolean | undefined;
  readonly isCompactSummary: boolean | undefined;
  readonly timestamp: string | undefined;
  readonly cwd: string | undefined;
  readonly version: string | undefined;
  readonly gitBranch: string | undefined;
  readonly message: { readonly content?: unknown } | undefined;
  readonly customTitle: string | undefined;
  readonly aiTitle: string | undefined;
  readonly lastPrompt: string | undefined;
  readonly summary: string | undefined;
  readonly tag: string | undefined;
  /** Folder that the session moved to. */
  readonly relocatedCwd: string | undefined;
  readonly totalCostUSD: number | undefined;
}

/**
 * Returns `undefined` for a line that is cut off or not JSON. Never throws. Without a schema of the
 * library, which would take most of the time of a list of thousands of sessions.
 */
export function parseListedLine(line: string): ListedLine | undefined {
  // A line may be half written, or cut at the end of the range that was read.
  const wire = parsedJson(line);
  return isObject(wire) && typeof wire.type === 'string' ? listed(wire, wire.type) : undefined;
}

/** A member of another type counts as missing. */
function listed(wire: JsonObject, type: string): ListedLine {
  return {
    type,
    isSidechain: asFlag(wire.isSidechain),
    isMeta: asFlag(wire.isMeta),
    isCompactSummary: asFlag(wire.isCompactSummary),
    timestamp: asString(wire.timestamp),
    cwd: asString(wire.cwd),
    version: asString(wire.version),
    gitBranch: asString(wire.gitBranch),
    message: isObject(wire.message) ? { content: wire.message.content } : undefined,
    customTitle: asString(wire.customTitle),
    aiTitle: asString(wire.aiTitle),
    lastPrompt: asString(wire.lastPrompt),
    summary: asString(wire.summary),
    tag: asString(wire.tag),
    relocatedCwd: asString(wire.relocatedCwd),
    totalCostUSD: asNumber(wire.totalCostUSD),
  };
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

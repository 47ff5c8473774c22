/**
 * Levels: `trace` wire lines, `debug` decisions, `info` life cycle, `warn` unexpected but handled,
 * `error` a request failed.
 */
export interface Log {
  trace(message: string, data?: unknown): void;
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
  /** Returns a log whose lines begin with this name. */
  child(name: string): Log;
  /** True if trace lines are wanted; building them is costly. */
  readonly traces: boolean;
}

export const silentLog: Log = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
  traces: false,
};

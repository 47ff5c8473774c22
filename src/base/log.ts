/** `trace` wire lines, `debug` decisions, `info` life cycle, `warn` unexpected but handled, `error` something asked for failed. */
export interface Log {
  trace(message: string, data?: unknown): void;
  debug(message: string, data?: unknown): void;
  info(message: string, data?: unknown): void;
  warn(message: string, data?: unknown): void;
  error(message: string, data?: unknown): void;
  /** A log whose lines begin with this name. */
  child(name: string): Log;
  /** Whether trace lines are wanted: building them costs. */
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

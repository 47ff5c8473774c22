/** Variable with the path of the file in which the editor suite stores its times. */
export const benchTimesVariable = 'TANDEM_BENCH_TIMES';

/** Milliseconds of each call. */
export interface ToolTimes {
  /** Times of VS Code's own request to the language server. */
  readonly bare: readonly number[];
  /** Times by tool name. */
  readonly tools: Readonly<Record<string, readonly number[]>>;
}

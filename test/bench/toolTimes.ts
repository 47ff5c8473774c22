/** Names the file that the suite in the editor leaves its times in. */
export const benchTimesVariable = 'TANDEM_BENCH_TIMES';

/** Milliseconds of each call. */
export interface ToolTimes {
  /** Of a question that VS Code itself puts to the language server. */
  readonly bare: readonly number[];
  /** By the tool's name. */
  readonly tools: Readonly<Record<string, readonly number[]>>;
}

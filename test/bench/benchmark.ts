/** What a benchmark found. It passes when `measured` is not above `limit`. */
export interface BenchmarkResult {
  /** Which of several results of one benchmark this is. */
  readonly what?: string;
  readonly measured: number;
  readonly limit: number;
  /** "×" for a ratio in one run, else a unit such as "ms". */
  readonly unit: string;
  readonly detail: string;
}

export interface Benchmark {
  readonly name: string;
  run(): Promise<BenchmarkResult | readonly BenchmarkResult[]>;
}

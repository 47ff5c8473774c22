/** Result of a benchmark, which passes if `measured` is not above `limit`. */
export interface BenchmarkResult {
  /** Distinguishes several results of one benchmark. */
  readonly what?: string;
  readonly measured: number;
  readonly limit: number;
  /** "×" for a ratio within one run, else a unit such as "ms". */
  readonly unit: string;
  readonly detail: string;
}

export interface Benchmark {
  readonly name: string;
  run(): Promise<BenchmarkResult | readonly BenchmarkResult[]>;
}

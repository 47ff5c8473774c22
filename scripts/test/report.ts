// Format of the report that the reporter writes line by line while a suite runs.

export type Counts = Readonly<Record<string, number>>;

export interface TestReport {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly errors: readonly string[];
  /** Folder with the evidence of the failure, relative to the repository. */
  readonly record?: string | undefined;
  /** Lines on what the window of a failed test showed. */
  readonly scene?: string | undefined;
}

export interface FileReport {
  /** Path relative to the repository. */
  readonly file: string;
  readonly seconds: number;
  readonly tests: readonly TestReport[];
  /** Errors of the file itself and of its group hooks. */
  readonly errors: readonly string[];
  /** See `TestReport`; of a hook that failed. */
  readonly record?: string | undefined;
  readonly scene?: string | undefined;
  readonly counts: Counts;
  /** Remarks of the file that belong to no failed test. */
  readonly notes?: readonly string[] | undefined;
  /** CPU time of the file's process and its descendants, where the system reports it. */
  readonly cpuSeconds?: number | undefined;
  /** Pid of the worker that ran the file. */
  readonly worker?: number | undefined;
}

export type ReportLine =
  | { readonly type: 'planned'; readonly files: readonly string[] }
  | { readonly type: 'started'; readonly file: string }
  | ({ readonly type: 'file' } & FileReport)
  | {
      readonly type: 'end';
      /** Errors outside of any test. */
      readonly unhandled: readonly string[];
      /** Counts of starts shared by all files. */
      readonly shared: Counts;
    };

export const reportVariable = 'TANDEM_TEST_REPORT';

/** Parses a report. Drops the last line if it is incomplete because its writer was killed. */
export function readReport(text: string): ReportLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as ReportLine);
}

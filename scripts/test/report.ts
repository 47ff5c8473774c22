// What the reporter writes, line by line, while a suite runs.

export type Counts = Readonly<Record<string, number>>;

export interface TestReport {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly errors: readonly string[];
  /** Folder with what was seen when it failed, relative to the repository. */
  readonly record?: string | undefined;
}

export interface FileReport {
  /** Relative to the repository. */
  readonly file: string;
  readonly seconds: number;
  readonly tests: readonly TestReport[];
  /** Of the file itself and of the hooks of its groups. */
  readonly errors: readonly string[];
  readonly counts: Counts;
  /** Of its process and all below; where the system says it. */
  readonly cpuSeconds?: number | undefined;
  /** The process that ran it. */
  readonly worker?: number | undefined;
}

export type ReportLine =
  | { readonly type: 'planned'; readonly files: readonly string[] }
  | { readonly type: 'started'; readonly file: string }
  | ({ readonly type: 'file' } & FileReport)
  | {
      readonly type: 'end';
      /** Errors that belong to no test. */
      readonly unhandled: readonly string[];
      /** What was started for all files together. */
      readonly shared: Counts;
    };

export const reportVariable = 'TANDEM_TEST_REPORT';

/** The last line of a report whose writer was killed may be cut off: it is left out. */
export function readReport(text: string): ReportLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as ReportLine);
}

import type { Log } from '../../../src/base/log';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly data: unknown;
}

/** Creates a log that a test can read. */
export function recordingLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: LogLine['level']) => (message: string, data?: unknown) => {
    lines.push({ level, message, data });
  };
  const log = {
    lines,
    trace: () => undefined,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: () => log,
    traces: false,
  };
  return log;
}

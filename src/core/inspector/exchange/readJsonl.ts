import * as l10n from '@vscode/l10n';
import { isObject, parsedJson } from '../../../base/json';
import * as z from '../../../base/schema';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { recordedCall } from '../schema/recordedCallSchema';
import { mostCalls, orderedTimes, type Problems } from './importedCalls';
import { type Mask, maskedRecording } from './masked';

/** Reads a log that Tandem has exported, line by line. */
export class JsonlReader {
  readonly calls: RecordedCall[] = [];
  private line = 0;

  constructor(
    private readonly mask: Mask,
    private readonly problems: Problems,
  ) {}

  read(text: string): void {
    this.line += 1;
    if (text.trim() === '') {
      return;
    }
    if (this.calls.length >= mostCalls) {
      this.problems.add(this.line, l10n.t('There are more than {0} calls.', mostCalls));
      return;
    }
    const value = parsedJson(this.line === 1 ? text.replace(/^\uFEFF/, '') : text);
    const parsed = z.safeParse(recordedCall, value);
    if (parsed.success) {
      this.calls.push(this.imported(parsed.data));
    } else {
      this.problems.add(this.line, problemOf(value, parsed.error));
    }
  }

  skip(megabytes: number): void {
    this.line += 1;
    this.problems.add(this.line, l10n.t('The line is longer than {0} MB.', megabytes));
  }

  /** Keys of a file may be the same twice, and its contents are as much as there is. */
  private imported(recorded: RecordedCall): RecordedCall {
    const { inspected, request, response } = recorded;
    const times = response && orderedTimes(response.times, response.body.length);
    const call: RecordedCall = {
      version: 1,
      inspected: {
        ...inspected,
        key: `line-${this.line}`,
        source: 'import',
        hasBodies: request !== undefined || response !== undefined,
      },
      ...(request ? { request } : {}),
      ...(response && times ? { response: { ...response, times } } : {}),
    };
    return maskedRecording(call, this.mask);
  }
}

function problemOf(value: unknown, error: z.core.$ZodError): string {
  if (value === undefined) {
    return l10n.t('The line is not valid JSON.');
  }
  if (isObject(value) && typeof value.version === 'number' && value.version > 1) {
    return l10n.t('The line was written by a newer version of Tandem.');
  }
  const [issue] = error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return place === ''
    ? l10n.t('The line is not a recorded model call.')
    : l10n.t('{0}: {1}.', place.slice(0, 200), issue?.message ?? '');
}

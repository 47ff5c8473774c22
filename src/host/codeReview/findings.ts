import * as z from '../../base/schema';
import { shown } from '../mentions/rows/mentionRow';
import { linesText } from '../nativeText/neutral';
import { answerShape, findingShape, limits, type Severity, severities } from './findingSchema';

/** Finding of a review, checked and at its place in a file. */
export interface Finding {
  /** Path as the model names it: relative to the work tree, with forward slashes. */
  readonly file: string;
  /** Absolute path. */
  readonly path: string;
  /** First and last line, 0-based. */
  readonly start: number;
  readonly end: number;
  /** These lines as they were when they were reviewed. */
  readonly original: string;
  readonly severity: Severity;
  readonly title: string;
  readonly reason: string;
  /** Text that replaces the lines; empty removes them. */
  readonly suggestion?: string;
}

export type UnplacedFinding = Pick<Finding, 'file' | 'severity' | 'title' | 'reason'>;

/** Findings of one answer, and how many of them cannot be shown. */
export interface CheckedFindings {
  readonly findings: readonly Finding[];
  /** Those whose file is gone, is no text, or lies outside of the folders. */
  readonly unplaced: readonly UnplacedFinding[];
  /** Those that do not have the shape. */
  readonly malformed: number;
  /** Those beyond the limit. */
  readonly more: number;
}

/** File that a finding may be about. */
interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly lines: readonly string[];
  /** False if the lines may be others than the model has counted. */
  readonly isAsReviewed: boolean;
}

/** Returns a file by the name that the model gives; undefined if nothing may be shown there. */
export type FindFile = (name: string) => Promise<FoundFile | undefined>;

/**
 * Checks what the model answers: nothing of it is trusted.
 * @returns undefined if the answer is no list of findings at all
 */
export async function checkFindings(
  answer: unknown,
  find: FindFile,
): Promise<CheckedFindings | undefined> {
  const parsed = z.safeParse(answerShape, answer);
  if (!parsed.success) {
    return undefined;
  }
  const given = parsed.data.findings;
  const shaped = given.flatMap(one => {
    const read = z.safeParse(findingShape, one);
    return read.success ? [read.data] : [];
  });
  const rank = ({ severity }: { severity: Severity }) => severities.indexOf(severity);
  const worstFirst = shaped.toSorted((one, other) => rank(one) - rank(other));
  const kept = worstFirst.slice(0, limits.findings);
  const files = new Map<string, FoundFile | undefined>();
  const findings = new Map<string, Finding>();
  const unplaced: UnplacedFinding[] = [];
  for (const one of kept) {
    const { file } = one;
    if (!files.has(file)) {
      files.set(file, await find(file));
    }
    const found = files.get(file);
    if (found) {
      const finding = placed(one, found);
      findings.set(JSON.stringify([finding.path, finding.start, finding.title]), finding);
    } else {
      unplaced.push(textsOf(one));
    }
  }
  return {
    findings: [...findings.values()],
    unplaced,
    malformed: given.length - shaped.length,
    more: shaped.length - kept.length,
  };
}

type Given = z.infer<typeof findingShape>;

function placed(given: Given, { path, lines, isAsReviewed }: FoundFile): Finding {
  const { suggestion } = given;
  const last = Math.max(0, lines.length - 1);
  const start = Math.min(given.line - 1, last);
  const end = Math.min(Math.max(start, (given.endLine ?? given.line) - 1), last);
  // A suggestion for lines that do not exist would replace others.
  const isExact = given.line - 1 <= last && (given.endLine ?? given.line) - 1 <= last;
  const isOrdered =
    given.endLine === undefined || given.endLine === null || given.endLine >= given.line;
  const isFit =
    isAsReviewed && typeof suggestion === 'string' && suggestion.length <= limits.suggestion;
  return {
    ...{ ...textsOf(given), path, start, end },
    original: lines.slice(start, end + 1).join('\n'),
    ...(isFit && isExact && isOrdered ? { suggestion: withoutLastEnd(suggestion) } : {}),
  };
}

function textsOf({ file, severity, title, reason }: Given): UnplacedFinding {
  return {
    ...{ file, severity },
    title: shown(title, limits.title) || severity,
    reason: linesText(reason.slice(0, limits.reason)).trim(),
  };
}

/** Models end a text with a line end or not, which must not add an empty line. */
function withoutLastEnd(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

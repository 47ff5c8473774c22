import type { RecordedCall, RecordedExchange } from '../../../contract/inspector/recordedCall';
import type { ModelCall } from '../../../contract/modelCalls';
import { type Mask, maskedRecording } from './masked';

/** Problem with one line of a log, or one entry of an archive, counted from 1. */
export interface ImportProblem {
  readonly line: number;
  readonly text: string;
}

export interface ImportedCalls {
  /** Calls of a log of Tandem's own. */
  readonly calls: readonly RecordedCall[];
  /** Calls of an HTTP archive, oldest first, whose figures must be counted; see `callsOf`. */
  readonly exchanges: readonly RecordedExchange[];
  /** Entries of an archive that are no calls of the Messages API. */
  readonly skipped: number;
  /** The first problems, and how many more there were. */
  readonly problems: readonly ImportProblem[];
  readonly omittedProblems: number;
}

export const mostCalls = 20_000;
/** Milliseconds; no call takes months. */
export const longestTime = 1e10;
const mostProblems = 100;

/** Collects problems, of which a hostile file has any number. */
export class Problems {
  readonly list: ImportProblem[] = [];
  omitted = 0;

  /** @param mask for what a file calls its members */
  constructor(private readonly mask: Mask) {}

  add(line: number, text: string): void {
    if (this.list.length < mostProblems) {
      this.list.push({ line, text: this.mask(text) });
    } else {
      this.omitted += 1;
    }
  }
}

/** Joins exchanges with their counted figures. Those that are no model calls are left out. */
export function callsOf(
  exchanges: readonly RecordedExchange[],
  counted: readonly (ModelCall | undefined)[],
  source: 'import' | 'replay',
  keyOf: (index: number) => string,
  mask: Mask,
): RecordedCall[] {
  return exchanges.flatMap(({ request, response }, index) => {
    const call = counted[index];
    if (!call) {
      return [];
    }
    const inspected = { key: keyOf(index), source, call, unknown: [], hasBodies: true } as const;
    const recorded = { version: 1, inspected, request, ...(response ? { response } : {}) } as const;
    return [maskedRecording(recorded, mask)];
  });
}

/** Returns times that lead forward through a text, whatever a file says. */
export function orderedTimes(
  times: readonly (readonly [number, number])[],
  length: number,
): (readonly [number, number])[] {
  let last = -1;
  return times.filter(([offset, ms]) => {
    const isPlace = Number.isSafeInteger(offset) && offset > last && offset <= length;
    const isNext = isPlace && ms >= 0 && ms <= longestTime;
    last = isNext ? offset : last;
    return isNext;
  });
}

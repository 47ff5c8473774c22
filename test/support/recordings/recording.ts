import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../src/base/json';
import { isAtLeast } from '../../../src/cli/launch/version';

/** A line of a recorded run; `in` was written to the CLI, `out` came from it. */
export interface Row {
  /** Milliseconds from the start of the recording. */
  readonly t: number;
  readonly dir: 'in' | 'out';
  readonly frame: JsonObject;
}

export interface Recording {
  /** `frames` come with the reference; `npm run frames` makes `recorded`. */
  readonly kind: string;
  readonly version: string;
  readonly scenario: string;
  readonly rows: readonly Row[];
}

const fixtures = join(__dirname, '..', 'fixtures');

/** Folder of the recordings that `npm run frames` and `npm run drift` make, by version. */
export const recordedFolder = join(fixtures, 'recorded');

/** Newest version with recordings. */
export const newestRecorded = readdirSync(recordedFolder).reduce((one, other) =>
  isAtLeast(other, one) ? other : one,
);

/** Returns every recorded run: those of the reference, and those made by `npm run frames`. */
export function allRecordings(): Recording[] {
  return ['frames', 'recorded'].flatMap(kind => recordingsIn(kind, join(fixtures, kind)));
}

/** Returns one recording. Throws if there is none with this name. */
export function recordingOf(kind: string, version: string, scenario: string): Recording {
  const rows = readRows(join(fixtures, kind, version, `${scenario}.jsonl`));
  return { kind, version, scenario, rows };
}

function recordingsIn(kind: string, folder: string): Recording[] {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(({ name }) => recordingsOf(kind, name, join(folder, name)));
}

/** Returns the recordings of one version. */
export function recordingsOf(kind: string, version: string, folder: string): Recording[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.jsonl'))
    .map(file => ({
      kind,
      version,
      scenario: file.replace(/\.jsonl$/, ''),
      rows: readRows(join(folder, file)),
    }));
}

function readRows(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => {
      const row = JSON.parse(line) as Row;
      return isObject(row.frame) ? [row] : [];
    });
}

/** Splits a recording into successive processes, each of which begins with an `initialize`. */
export function processesOf(rows: readonly Row[]): Row[][] {
  const processes: Row[][] = [];
  for (const row of rows) {
    const { request } = row.frame;
    const begins = row.dir === 'in' && isObject(request) && request.subtype === 'initialize';
    const last = processes.at(-1);
    if (last && !begins) {
      last.push(row);
    } else {
      processes.push([row]);
    }
  }
  return processes;
}
